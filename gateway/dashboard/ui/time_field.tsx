import { parseTime } from "@internationalized/date";
import type { ReactNode } from "react";
import {
  DateInput,
  DateSegment,
  Label,
  Text,
  TimeField as AriaTimeField,
} from "react-aria-components";
import { FieldMessage } from "./field_message.tsx";

/** A time of day, `HH:mm`; empty if there is none. */
export function TimeField({ label, hidesLabel, description, value, onChange, ...props }: {
  label: string;
  /** Shows the label to screen readers only. */
  hidesLabel?: boolean;
  description?: ReactNode;
  name?: string;
  value: string;
  onChange(time: string): void;
  isRequired?: boolean;
}) {
  return (
    <AriaTimeField
      {...props}
      className="field"
      value={value === "" ? null : parseTime(value)}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? "")}
      hourCycle={24}
      shouldForceLeadingZeros
      {...(hidesLabel && { "aria-label": label })}
    >
      {!hidesLabel && <Label>{label}</Label>}
      <DateInput className="input date-input">
        {(segment) => <DateSegment segment={segment} className="date-segment" />}
      </DateInput>
      {description && <Text slot="description" className="help">{description}</Text>}
      <FieldMessage label={label} />
    </AriaTimeField>
  );
}
