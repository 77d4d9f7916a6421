import {
  Button,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from "react-aria-components";
import { FieldMessage } from "./field_message.tsx";
import { Icon } from "./icons.tsx";
import { t } from "./form_texts.ts";

export interface Option {
  value: string;
  label: string;
  isDisabled?: boolean;
}

interface SelectProps {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange(value: string): void;
  name?: string;
  placeholder?: string;
  description?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Shows the label to screen readers only. */
  hidesLabel?: boolean;
}

/** A choice of one option from a list, with type-ahead. */
export function Select(
  { label, options, value, onChange, description, hidesLabel, placeholder, ...props }: SelectProps,
) {
  return (
    <AriaSelect
      {...props}
      className="field"
      value={value}
      onChange={(key: Key | null) => key !== null && onChange(String(key))}
      placeholder={placeholder ?? t("choose")}
      {...(hidesLabel && { "aria-label": label })}
    >
      {!hidesLabel && <Label>{label}</Label>}
      <Button className="select-button">
        <SelectValue className="select-value clip" />
        <Icon name="down" />
      </Button>
      {description && <Text slot="description" className="help">{description}</Text>}
      <FieldMessage label={label} />
      <Popover className="popover surface" offset={4}>
        <ListBox className="listbox">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className="line between option"
            >
              <bdi>{option.label}</bdi>
              <span className="option-mark" aria-hidden="true">
                <Icon name="check" />
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
