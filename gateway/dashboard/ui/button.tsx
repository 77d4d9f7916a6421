import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Icon, type IconName } from "./icons.tsx";

export interface ButtonProps extends Omit<AriaButtonProps, "children" | "className"> {
  kind?: "primary" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** The key that does the same, shown next to the text. */
  shortcut?: string | undefined;
  children?: ReactNode;
  className?: string;
}

/** A button. Without children it shows only its icon and needs an `aria-label`. */
export function Button(
  { kind = "plain", icon, shortcut, children, className = "", ...props }: ButtonProps,
) {
  const shape = children === undefined ? "icon-only" : "";
  return (
    <AriaButton {...props} className={`button ${kind} ${shape} ${className}`}>
      {icon && <Icon name={icon} />}
      {children !== undefined && <span className="button-text">{children}</span>}
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </AriaButton>
  );
}
