import { TextField } from "../../ui/fields.tsx";
import { Select } from "../../ui/select.tsx";
import { t } from "./texts.ts";

/** The fields that staff fill in about a visit: its note, and its priority if the department has any. */
export function VisitFields({ priorities, priority, onPriority, note, onNote }: {
  priorities: readonly string[];
  /** "" for none. */
  priority: string;
  onPriority(priority: string): void;
  note: string;
  onNote(note: string): void;
}) {
  return (
    <>
      {priorities.length > 0 && (
        <Select
          label={t("priority")}
          name="priority"
          value={priorities.includes(priority) ? priority : ""}
          onChange={onPriority}
          options={[
            { value: "", label: t("noPriority") },
            ...priorities.map((name) => ({ value: name, label: name })),
          ]}
        />
      )}
      <TextField
        label={t("note")}
        description={t("noteHelp")}
        name="note"
        isMultiline
        maxLength={500}
        value={note}
        onChange={onNote}
      />
    </>
  );
}
