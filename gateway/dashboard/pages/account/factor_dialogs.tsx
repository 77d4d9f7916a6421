import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Factor } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { CopyField } from "../../ui/shown_once.tsx";
import { t as ui } from "../../ui/texts.ts";
import { t } from "./factor_texts.ts";

/** The queries that show whether the user has a factor. */
export const changes = ["factors.list", "session.current", "session.list"] as const;

/** The form that renames a factor. */
export function RenameFactor({ factor, onClose }: { factor: Factor; onClose(): void }) {
  const [name, setName] = useState(factor.name);
  const rename = useWrite("factors.rename", { changes });
  return (
    <FormDialog
      title={t("renameTitle")}
      fields={["name"]}
      write={rename}
      action={t("rename")}
      onSubmit={() => rename.mutate({ id: factor.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}

/** The name of a factor. */
export function NameField(
  { value, onChange, autoFocus = true }: {
    value: string;
    onChange(name: string): void;
    autoFocus?: boolean;
  },
) {
  return (
    <TextField
      label={t("name")}
      name="name"
      value={value}
      onChange={onChange}
      autoFocus={autoFocus}
      isRequired
    />
  );
}

/** Shows recovery codes once. The dialog stays open until the user confirms that they are saved. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  return (
    <Dialog title={t("codesTitle")} isDismissable={false} onClose={onClose}>
      <div className="dialog-body">
        <p className="notice">{t("codesText")}</p>
        <CopyField label={t("codes")} value={codes.join("\n")} isMultiline />
      </div>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>{ui("done")}</Button>
      </DialogActions>
    </Dialog>
  );
}
