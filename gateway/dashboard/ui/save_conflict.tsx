import type { SaveConflict } from "../api/versioned_save.ts";
import { dateTimeText } from "../api/time.ts";
import { Button } from "./button.tsx";
import { DialogActions, PlainDialog } from "./dialog.tsx";
import { Table } from "./table.tsx";
import { t } from "./conflict_texts.ts";

/** Shows what the user typed and what somebody else has saved meanwhile, and lets the user choose. */
export function SaveConflictDialog<V, C extends object>(
  { conflict, labelOf, textOf, saving }: {
    conflict: SaveConflict<V, C>;
    /** The name of a field on the page. */
    labelOf(field: keyof C & string): string;
    textOf(field: keyof C & string, value: unknown): string;
    saving: { isPending: boolean; saveMine(): void; takeTheirs(): void; keepEditing(): void };
  },
) {
  const { changes, theirs, fields, last } = conflict;
  return (
    <PlainDialog title={t("title")} role="alertdialog" onClose={saving.keepEditing}>
      <div className="dialog-body stack">
        <p>
          {last ? t("by", { name: last.actor.name, time: dateTimeText(last.at) }) : t("somebody")}
        </p>
        <Table
          label={t("title")}
          rows={fields}
          keyOf={(field) => field}
          columns={[
            { label: t("setting"), cell: labelOf },
            { label: t("mine"), cell: (field) => textOf(field, changes[field]) },
            { label: t("theirs"), cell: (field) => textOf(field, theirs[field]) },
          ]}
        />
      </div>
      <DialogActions>
        <Button autoFocus onPress={saving.keepEditing}>{t("keepEditing")}</Button>
        <Button onPress={saving.takeTheirs}>{t("useTheirs")}</Button>
        <Button kind="primary" isPending={saving.isPending} onPress={saving.saveMine}>
          {t("saveMine")}
        </Button>
      </DialogActions>
    </PlainDialog>
  );
}
