import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  Label,
  Switch as AriaSwitch,
  Text,
} from "react-aria-components";
import { FieldMessage } from "./field_message.tsx";
import type { LabelProps } from "./fields.tsx";

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
        <span className="lines">
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
      <div className="list">
        {options.map((option) => (
          <AriaCheckbox key={option.value} value={option.value} className="checkbox">
            <span className="checkbox-box" />
            <span className="lines">
              <bdi>{option.label}</bdi>
              {option.description && <span className="help">{option.description}</span>}
            </span>
          </AriaCheckbox>
        ))}
      </div>
      <FieldMessage label={label} />
    </AriaCheckboxGroup>
  );
}
