import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import type { Appointment } from "../api/types.ts";
import { pageTexts } from "../messages/page_texts.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries } from "./actions.ts";

const t = pageTexts("booking");

interface NoteFieldProps {
  label?: string;
  value: string;
  onChange(note: string): void;
  autoFocus?: boolean;
}

/** What staff note about an appointment. */
export function NoteField({ label = t("note"), ...props }: NoteFieldProps) {
  return (
    <TextField
      {...props}
      label={label}
      name="note"
      description={t("noteHelp")}
      isMultiline
      maxLength={1000}
    />
  );
}

/** The note of an appointment, which can be changed in any status. */
export function Note({ appointment }: { appointment: Appointment }) {
  const [isEditing, setIsEditing] = useState(false);
  const { note } = appointment;
  return (
    <section className="panel-section">
      <h2>{t("noteTitle")}</h2>
      {isEditing ? <NoteForm appointment={appointment} onClose={() => setIsEditing(false)} /> : (
        <>
          {note && <p className="note">{note}</p>}
          <Button onPress={() => setIsEditing(true)}>{t(note ? "editNote" : "addNote")}</Button>
        </>
      )}
    </section>
  );
}

function NoteForm({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const { id, environment } = appointment;
  const [before] = useState(appointment.note);
  const [note, setNote] = useState(before);
  const update = useWrite("appointments.update", { changes: affectedQueries });
  return (
    <Form
      error={update.error}
      fields={["note"]}
      onSubmit={() =>
        update.mutate({ id, environment, note }, {
          onSuccess() {
            toast(t("saved"));
            onClose();
          },
        })}
    >
      {appointment.note !== before && (
        <p className="notice" role="alert">{t("noteChanged", { note: appointment.note })}</p>
      )}
      <NoteField label={t("noteTitle")} value={note} onChange={setNote} autoFocus />
      <div className="form-actions">
        <CancelButton onPress={onClose} />
        <Button type="submit" kind="primary" isPending={update.isPending}>{t("save")}</Button>
      </div>
    </Form>
  );
}
