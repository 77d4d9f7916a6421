import type { ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
  SubmenuTrigger,
} from "react-aria-components";
import { Icon } from "./icons.tsx";

export interface MenuAction {
  label: string;
  onAction(): void;
  isDangerous?: boolean;
  isDisabled?: boolean;
}

/** An entry that opens a second menu, in which one option is chosen. */
interface MenuChoice {
  label: string;
  chosen: string;
  options: readonly { value: string; label: string; language?: string; onAction(): void }[];
}

/** A menu of actions. `children` is the button that opens it. */
export function Menu(
  { label, note, actions, children }: {
    label: string;
    /** A line under the actions. */
    note?: string;
    actions: readonly (MenuAction | MenuChoice | false | undefined)[];
    children: ReactNode;
  },
) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover surface" offset={4}>
        <AriaMenu className="listbox" aria-label={label}>
          {actions.filter((action) => !!action).map((action) =>
            "options" in action ? <Choice key={action.label} {...action} /> : (
              <AriaMenuItem
                key={action.label}
                className={`line between option ${action.isDangerous ? "bad" : ""}`}
                isDisabled={action.isDisabled ?? false}
                onAction={action.onAction}
              >
                {action.label}
              </AriaMenuItem>
            )
          )}
        </AriaMenu>
        {note && <p className="menu-note muted small">{note}</p>}
      </Popover>
    </MenuTrigger>
  );
}

function Choice({ label, chosen, options }: MenuChoice) {
  return (
    <SubmenuTrigger>
      <AriaMenuItem className="line between option" textValue={label}>
        {label}
        <span className="muted">{options.find(({ value }) => value === chosen)?.label}</span>
        <Icon name="right" />
      </AriaMenuItem>
      <Popover className="popover surface" offset={2}>
        <AriaMenu
          className="listbox"
          aria-label={label}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[chosen]}
        >
          {options.map((option) => (
            <AriaMenuItem
              key={option.value}
              id={option.value}
              className="line between option"
              textValue={option.label}
              onAction={option.onAction}
            >
              <span lang={option.language}>{option.label}</span>
              <span className="option-mark" aria-hidden="true">
                <Icon name="check" />
              </span>
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  );
}
