import { useState } from "react";
import { useMay } from "../api/session.tsx";
import type { Appointment } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAppointmentSave } from "./appointment_save.tsx";
import { t } from "./booking_texts.ts";

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
  const mayEdit = useMay("updateAppointment");
  const { note } = appointment;
  if (note === "" && !mayEdit) return null;
  return (
    <section>
      <h2>{t("noteTitle")}</h2>
      {isEditing ? <NoteForm appointment={appointment} onClose={() => setIsEditing(false)} /> : (
        <>
          {note && <p className="note">{note}</p>}
          <Button needs="updateAppointment" onPress={() => setIsEditing(true)}>
            {t(note ? "editNote" : "addNote")}
          </Button>
        </>
      )}
    </section>
  );
}

function NoteForm({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const [before] = useState(appointment.note);
  const [note, setNote] = useState(before);
  const { saving, question } = useAppointmentSave(appointment, { onClose });
  return (
    <>
      <Form
        error={saving.error}
        fields={["note"]}
        isChanged={() => note !== before}
        // The old text must not replace what somebody else has written meanwhile.
        onSubmit={() => note === before ? onClose() : saving.save({ note })}
      >
        <NoteField label={t("noteTitle")} value={note} onChange={setNote} autoFocus />
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
