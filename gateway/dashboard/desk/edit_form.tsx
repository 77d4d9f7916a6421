import { useState } from "react";
import { useRead } from "../api/hooks.ts";
import type { Appointment } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/choices.tsx";
import { CancelButton } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Select } from "../ui/select.tsx";
import { noteOtherAction } from "./actions.ts";
import { type Changes, useAppointmentSave } from "./appointment_save.tsx";
import { NoteField } from "./note.tsx";
import { t } from "./booking_texts.ts";

/** Edits the name, phone, e-mail address, worker, reference and note of an appointment. */
export function EditForm({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const { departmentId } = appointment;
  const [before] = useState(appointment);
  const [name, setName] = useState(before.name);
  const [phone, setPhone] = useState(before.phone);
  const [email, setEmail] = useState(before.email ?? "");
  const [externalUserId, setExternalUserId] = useState(before.externalUserId ?? "");
  const [note, setNote] = useState(before.note);
  const [workerId, setWorkerId] = useState(String(before.workerId ?? ""));
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { data: workers = [] } = useRead("workers.list", { departmentId });
  const hasOtherName = name !== before.name;
  const hasOtherContact = isReplaced(before.phone, phone) || isReplaced(before.email, email);
  const hasOtherReference = externalUserId !== (before.externalUserId ?? "");
  const isPersonChanged = hasOtherName || phone !== before.phone ||
    email !== (before.email ?? "") || hasOtherReference;
  // A corrected name is the same person. A new name with a new contact is hardly one.
  const isOtherUser = isReplaced(before.externalUserId, externalUserId);
  const otherPerson = isPersonChanged &&
    (chosen ?? (isOtherUser || hasOtherName && hasOtherContact));
  const { saving, question } = useAppointmentSave(appointment, {
    workers,
    otherPerson,
    onClose() {
      noteOtherAction();
      onClose();
    },
  });
  const selectableWorkers = workers.filter((one) =>
    one.isActive || one.id === appointment.workerId
  );
  // What is unchanged is not sent, because others may have changed it meanwhile.
  const changes: Changes = {
    ...(hasOtherName && { name }),
    ...(phone !== before.phone && { phone }),
    ...(email !== (before.email ?? "") && { email: email || null }),
    ...(hasOtherReference && { externalUserId: externalUserId || null }),
    ...(workerId !== String(before.workerId ?? "") && {
      workerId: workerId ? Number(workerId) : null,
    }),
    ...(note !== before.note && { note }),
  };
  return (
    <>
      <Form
        error={saving.error}
        fields={["name", "phone", "email", "externalUserId", "workerId", "note"]}
        isChanged={() => Object.keys(changes).length > 0}
        onSubmit={() => Object.keys(changes).length === 0 ? onClose() : saving.save(changes)}
      >
        <TextField
          label={t("name")}
          name="name"
          value={name}
          onChange={setName}
          autoFocus
          isRequired
        />
        {isPersonChanged && (
          <Switch
            label={t("otherPerson")}
            description={t("otherPersonHelp")}
            isSelected={otherPerson}
            onChange={setChosen}
          />
        )}
        <TextField label={t("phone")} name="phone" type="tel" value={phone} onChange={setPhone} />
        <TextField label={t("email")} name="email" type="email" value={email} onChange={setEmail} />
        {selectableWorkers.length > 0 && (
          <Select
            label={t("worker")}
            name="workerId"
            options={[
              { value: "", label: t("anyone") },
              ...selectableWorkers.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
            value={workerId}
            onChange={setWorkerId}
          />
        )}
        <TextField
          label={t("reference")}
          name="externalUserId"
          value={externalUserId}
          onChange={setExternalUserId}
        />
        <NoteField value={note} onChange={setNote} />
        <div className="row">
          <CancelButton onPress={onClose} />
          <Button type="submit" kind="primary" isPending={saving.isPending}>
            {t("save")}
          </Button>
        </div>
      </Form>
      {question}
    </>
  );
}

/** Returns whether there was a value, and another one is in its place. */
function isReplaced(before: string | null | undefined, after: string): boolean {
  return Boolean(before && after) && after !== before;
}
