import type { FieldChange } from "../audit/audit_record.ts";
import { erasedEventBody } from "../webhooks/event_body.ts";
import { reasonField } from "./appointment_change.ts";
import type { AppointmentView } from "./appointment_views.ts";

/** The values that replace personal data. */
export const nobody = { name: "Erased", phone: "", externalUserId: null, note: "" } as const;

/** Returns the stored answer of a creation without personal data. */
export function erasedAnswer(answer: AppointmentView): AppointmentView {
  const { externalUserId: _, ...rest } = answer;
  return { ...rest, name: nobody.name };
}

/** Returns the stored body of an event without personal data. */
export function erasedBody(body: string): string {
  return erasedEventBody(body, nobody);
}

/** Returns the changes of an audit record without the text of the reason that staff wrote. */
export function erasedChanges(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => change.field === reasonField ? { field: reasonField } : change);
}
