import type { ReactNode } from "react";
import {
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components";
import { FieldMessage } from "./field_message.tsx";

export interface LabelProps {
  label: string;
  description?: ReactNode;
}

export interface TextFieldProps extends Omit<AriaTextFieldProps, "className">, LabelProps {
  placeholder?: string;
  /** The unit, shown after the text. */
  unit?: string;
  isMultiline?: boolean;
  /** The lines of a multiline field. */
  rows?: number;
  min?: number | string;
  max?: number | string;
}

/** A text field with its label, help and error. */
export function TextField(
  { label, description, placeholder, unit, isMultiline, rows = 3, min, max, ...props }:
    TextFieldProps,
) {
  return (
    <AriaTextField {...props} className="field">
      {label && <Label>{label}</Label>}
      <div className="input-frame">
        {isMultiline
          ? <TextArea className="input" rows={rows} placeholder={placeholder ?? ""} />
          : <Input className="input" placeholder={placeholder ?? ""} min={min} max={max} />}
        {unit && <span className="unit" aria-hidden="true">{unit}</span>}
      </div>
      {description && <Text slot="description" className="help">{description}</Text>}
      <FieldMessage label={label} min={min} max={max} type={props.type} />
    </AriaTextField>
  );
}
