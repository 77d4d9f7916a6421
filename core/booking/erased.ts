import type { FieldChange } from "../audit/audit_record.ts";
import { erasedIn, withErased } from "../audit/field_catalogue.ts";
import { erasedEventBody } from "../webhooks/event_body.ts";
import { reasonField } from "./appointment_change.ts";
import { appointmentFields } from "./appointment_fields.ts";
import type { AppointmentView } from "./appointment_views.ts";

/** The values that replace personal data. */
export const nobody = erasedIn(appointmentFields);

/** Returns the stored answer of a creation without personal data. A view leaves out a field that is null. */
export function erasedAnswer(answer: AppointmentView): AppointmentView {
  const fields = Object.entries(withErased(answer, nobody));
  return Object.fromEntries(fields.filter(([, value]) => value !== null)) as AppointmentView;
}

/** Returns the stored body of an event without personal data. */
export function erasedBody(body: string): string {
  return erasedEventBody(body, nobody);
}

/** Returns the changes of an audit record without the text of the reason that staff wrote. */
export function erasedChanges(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => change.field === reasonField ? { field: reasonField } : change);
}
