import { type ReactNode, useId } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { useMay } from "../api/session.tsx";
import type { UseCase } from "../api/types.ts";
import { Icon, type IconName } from "./icons.tsx";

export interface ButtonProps
  extends Omit<AriaButtonProps, "children" | "className" | "isDisabled"> {
  kind?: "primary" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** The key that does the same, shown next to the text. */
  shortcut?: string | undefined;
  /** The use case that it calls. Whoever may not call it gets no button. */
  needs?: UseCase;
  /** Why the button cannot be pressed now. Without a reason, it can. */
  disabledReason?: string | false | null | undefined;
  children?: ReactNode;
  className?: string;
}

/** A button. Without children it shows only its icon and needs an `aria-label`. */
export function Button(
  { kind = "plain", icon, shortcut, needs, disabledReason, children, className = "", ...props }:
    ButtonProps,
) {
  const shape = children === undefined ? "icon-only" : "";
  const reasonId = useId();
  const isOffered = useMay(needs);
  if (!isOffered) return null;
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
