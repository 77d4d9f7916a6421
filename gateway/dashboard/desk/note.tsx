import { type ReactNode, useEffect, useRef, useState } from "react";
import { readNow, useWrite } from "../api/hooks.ts";
import type { Appointment } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { CancelButton } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { affectedQueries } from "./actions.ts";
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
  const { note } = appointment;
  return (
    <section>
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

/** The state of `useNoteSave`. */
interface NoteSave {
  isChecking: boolean;
  /** Present if somebody else has changed the note. Saving would replace it. */
  notice: ReactNode;
  /** Calls `send`, unless somebody else has changed the note and the notice was not shown yet, or the form is closed. */
  save(send: () => void): void;
}

/**
 * Reports a note that somebody else has changed while the user was editing it, before it is replaced. The page learns of
 * it by the event stream, about a second later. So the note is also read before it is saved.
 */
export function useNoteSave(appointment: Appointment, typed: string): NoteSave {
  const { id, environment, note } = appointment;
  const [before] = useState(note);
  const [read, setRead] = useState({ note, after: note });
  const [isChecking, setIsChecking] = useState(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => void (isClosed.current = true);
  }, []);
  // What was read counts until the page shows a newer note.
  const current = read.after === note ? read.note : note;

  async function save(send: () => void): Promise<void> {
    if (typed === before) return send();
    setIsChecking(true);
    // Without an answer, the save itself reports what is wrong.
    const now = await readNow("appointments.byId", { id, environment }).catch(() => null);
    if (isClosed.current) return;
    setIsChecking(false);
    const isShown = now === null || now.note === current || now.note === typed;
    if (isShown) send();
    else setRead({ note: now.note, after: note });
  }

  const isReplaced = current !== before && current !== typed && typed !== before;
  return {
    isChecking,
    notice: isReplaced && (
      <p className="notice" role="alert">{t("noteChanged", { note: current })}</p>
    ),
    save: (send) => void save(send),
  };
}

function NoteForm({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const { id, environment } = appointment;
  const [before] = useState(appointment.note);
  const [note, setNote] = useState(before);
  const update = useWrite("appointments.update", { changes: affectedQueries });
  const { isChecking, notice, save } = useNoteSave(appointment, note);
  return (
    <Form
      error={update.error}
      fields={["note"]}
      isChanged={() => note !== before}
      onSubmit={() => {
        // The old text must not replace what somebody else has written meanwhile.
        if (note === before) return onClose();
        save(() =>
          update.mutate({ id, environment, note }, {
            onSuccess() {
              toast(t("saved"));
              onClose();
            },
          })
        );
      }}
    >
      {notice}
      <NoteField label={t("noteTitle")} value={note} onChange={setNote} autoFocus />
      <div className="row">
        <CancelButton onPress={onClose} />
        <Button type="submit" kind="primary" isPending={isChecking || update.isPending}>
          {t("save")}
        </Button>
      </div>
    </Form>
  );
}
