import type { ReactNode } from "react";
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  Input,
  Label,
  Switch as AriaSwitch,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components";
import { FieldMessage } from "./field_message.tsx";

interface LabelProps {
  label: string;
  description?: ReactNode;
}

export interface TextFieldProps extends Omit<AriaTextFieldProps, "className">, LabelProps {
  placeholder?: string;
  /** The unit, shown after the text. */
  unit?: string;
  isMultiline?: boolean;
  min?: number | string;
  max?: number | string;
}

/** A text field with its label, help and error. */
export function TextField(
  { label, description, placeholder, unit, isMultiline, min, max, ...props }: TextFieldProps,
) {
  return (
    <AriaTextField {...props} className="field">
      {label && <Label>{label}</Label>}
      <div className="input-frame">
        {isMultiline
          ? <TextArea className="input" rows={3} placeholder={placeholder ?? ""} />
          : <Input className="input" placeholder={placeholder ?? ""} min={min} max={max} />}
        {unit && <span className="unit" aria-hidden="true">{unit}</span>}
      </div>
      {description && <Text slot="description" className="help">{description}</Text>}
      <FieldMessage label={label} min={min} max={max} type={props.type} />
    </AriaTextField>
  );
}

interface SwitchProps extends LabelProps {
  isSelected: boolean;
  onChange(isSelected: boolean): void;
  isDisabled?: boolean;
  /** Shows the label to screen readers only. */
  hidesLabel?: boolean;
}

/** A switch: on or off. */
export function Switch({ label, description, hidesLabel, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className="switch" {...(hidesLabel && { "aria-label": label })}>
      <span className="switch-track" />
      {!hidesLabel && (
        <span className="switch-text">
          {label}
          {description && <span className="help">{description}</span>}
        </span>
      )}
    </AriaSwitch>
  );
}

interface CheckboxGroupProps extends LabelProps {
  name: string;
  value: string[];
  onChange(value: string[]): void;
  options: readonly { value: string; label: string; description?: string }[];
  /** Returns what is wrong with the choice, before the service is asked. */
  validate?(value: string[]): string | null;
}

/** A choice of several options. */
export function CheckboxGroup({ label, description, options, ...props }: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup {...props} className="field">
      <Label>{label}</Label>
      {description && <Text slot="description" className="help">{description}</Text>}
      <div className="checkboxes">
        {options.map((option) => (
          <AriaCheckbox key={option.value} value={option.value} className="checkbox">
            <span className="checkbox-box" />
            <span className="switch-text">
              {option.label}
              {option.description && <span className="help">{option.description}</span>}
            </span>
          </AriaCheckbox>
        ))}
      </div>
      <FieldMessage label={label} />
    </AriaCheckboxGroup>
  );
}
