import type { ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
} from "react-aria-components";

export interface MenuAction {
  label: string;
  onAction(): void;
  isDangerous?: boolean;
  isDisabled?: boolean;
}

/** A menu of actions. `children` is the button that opens it. */
export function Menu(
  { label, actions, children }: {
    label: string;
    actions: readonly (MenuAction | false | undefined)[];
    children: ReactNode;
  },
) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" offset={4}>
        <AriaMenu className="listbox" aria-label={label}>
          {actions.filter((action) => !!action).map((action) => (
            <AriaMenuItem
              key={action.label}
              className={`option ${action.isDangerous ? "dangerous" : ""}`}
              isDisabled={action.isDisabled ?? false}
              onAction={action.onAction}
            >
              {action.label}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
