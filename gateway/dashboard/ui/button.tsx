import { type ReactNode, useId } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Icon, type IconName } from "./icons.tsx";

export interface ButtonProps
  extends Omit<AriaButtonProps, "children" | "className" | "isDisabled"> {
  kind?: "primary" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** The key that does the same, shown next to the text. */
  shortcut?: string | undefined;
  /** Why the button cannot be pressed now. Without a reason, it can. */
  disabledReason?: string | false | null | undefined;
  children?: ReactNode;
  className?: string;
}

/** A button. Without children it shows only its icon and needs an `aria-label`. */
export function Button(
  { kind = "plain", icon, shortcut, disabledReason, children, className = "", ...props }:
    ButtonProps,
) {
  const shape = children === undefined ? "icon-only" : "";
  const reasonId = useId();
  const off = disabledReason ? { isDisabled: true, "aria-describedby": reasonId } : {};
  return (
    <AriaButton {...props} {...off} className={`button ${kind} ${shape} ${className}`}>
      {/* A hidden text can describe a button and is no part of its name. */}
      {disabledReason && <span id={reasonId} hidden>{disabledReason}</span>}
      {icon && <Icon name={icon} />}
      {children !== undefined && (
        <span className="button-text" title={disabledReason || undefined}>{children}</span>
      )}
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </AriaButton>
  );
}
