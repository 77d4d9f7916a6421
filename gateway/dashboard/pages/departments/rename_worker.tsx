import { useState } from "react";
import { client } from "../../api/client.ts";
import { useWrite } from "../../api/hooks.ts";
import type { Worker } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { SaveConflictDialog } from "../../ui/save_conflict.tsx";
import { shownWorkers } from "./use_settings.ts";
import { t } from "./texts.ts";

/** Asks for a new name of a worker. */
export function RenameWorker({ worker, onClose }: { worker: Worker; onClose(): void }) {
  const { id, departmentId } = worker;
  const [name, setName] = useState(worker.name);
  const update = useWrite("workers.update", { changes: shownWorkers });
  const saving = useVersionedSave<Worker, Pick<Worker, "name">>(worker, {
    send: (changes, { version }) => update.mutateAsync({ id, version, ...changes }),
    async readNow() {
      const workers = await client.query("workers.list", { departmentId }) as Worker[];
      return workers.find((one) => one.id === id);
    },
    subject: { subjectKind: "worker", subjectId: id },
    onSaved: onClose,
    onTaken: onClose,
  });
  return (
    <>
      <FormDialog
        title={t("workers.renameOf", { name: worker.name })}
        fields={["name"]}
        write={saving}
        action={t("workers.rename")}
        onSubmit={() => saving.save({ name })}
        onClose={onClose}
      >
        <TextField
          label={t("field.name")}
          name="name"
          value={name}
          onChange={setName}
          autoFocus
          isRequired
        />
      </FormDialog>
      {saving.conflict && (
        <SaveConflictDialog
          conflict={saving.conflict}
          labelOf={() => t("field.name")}
          textOf={(_, value) => String(value)}
          saving={saving}
        />
      )}
    </>
  );
}
