import { type ReactNode, useState } from "react";
import { readNow, useWrite } from "../api/hooks.ts";
import type { Appointment, Input, Worker } from "../api/types.ts";
import { useVersionedSave, type VersionedSave } from "../api/versioned_save.ts";
import { t as conflict } from "../ui/conflict_texts.ts";
import { SaveConflictDialog } from "../ui/save_conflict.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries } from "./actions.ts";
import { positionOf } from "./seen.ts";
import { t } from "./booking_texts.ts";

/** The fields that a form changes, as the form has them. */
export type Changes = Partial<
  Pick<Appointment, "name" | "phone" | "email" | "workerId" | "note"> & {
    externalUserId: string | null;
  }
>;

/** An appointment with what its editable fields are, in place of a version. */
type Versioned = Appointment & { version: string };

const labels = {
  name: "name",
  phone: "phone",
  email: "email",
  workerId: "worker",
  externalUserId: "reference",
  note: "note",
} as const satisfies Record<keyof Changes, string>;

function versioned(appointment: Appointment): Versioned {
  const { name, phone, email, workerId, externalUserId = null, note } = appointment;
  const version = JSON.stringify([name, phone, email, workerId, externalUserId, note]);
  return { ...appointment, version };
}

/**
 * Saves fields of an appointment, and returns the question that is asked if somebody else has changed the same field
 * since the form was opened. What others have changed in other fields is kept.
 */
export function useAppointmentSave(
  appointment: Appointment,
  { workers = [], otherPerson = false, onClose }: {
    workers?: readonly Worker[];
    /** Whether the appointment is for another person now. */
    otherPerson?: boolean;
    onClose(): void;
  },
): { saving: VersionedSave<Versioned, Changes>; question: ReactNode } {
  const { id, environment } = appointment;
  const [initial] = useState(() => versioned(appointment));
  const update = useWrite("appointments.update", { changes: affectedQueries });
  const saving = useVersionedSave<Versioned, Changes>(initial, {
    async send(changes, from) {
      const fields = Object.keys(changes) as (keyof Changes)[];
      const before = Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
      const saved = await update.mutateAsync({
        id,
        environment,
        ...changes,
        otherPerson,
        before: before as NonNullable<Input<"appointments.update">["before"]>,
        // A worker is chosen for the time that the form was opened with.
        ...("workerId" in changes && { from: positionOf(initial) }),
      });
      return versioned(saved);
    },
    readNow: async () => versioned(await readNow("appointments.byId", { id, environment })),
    subject: { subjectKind: "appointment", subjectId: id },
    readLast: async () => (await readNow("appointments.history", { id, environment })).at(-1),
    onSaved() {
      toast(t("saved"));
      onClose();
    },
    onTaken: onClose,
  });
  const textOf = (field: keyof Changes, value: unknown) =>
    field === "workerId"
      ? workers.find((one) => one.id === value)?.name ?? t("anyone")
      : String(value ?? "") || conflict("empty");
  const question = saving.conflict && (
    <SaveConflictDialog
      conflict={saving.conflict}
      labelOf={(field) => t(labels[field])}
      textOf={textOf}
      saving={saving}
    />
  );
  return { saving, question };
}
