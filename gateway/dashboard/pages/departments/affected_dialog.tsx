import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Affected } from "./affected.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { t } from "./texts.ts";

/** The appointments that a closure or an absence affects. All of them can be moved or cancelled. */
export function AffectedDialog({ query, onClose }: { query: AffectedQuery; onClose(): void }) {
  return (
    <Dialog title={t("affected.label")} shape="wide" onClose={onClose}>
      <div className="dialog-body">
        <Affected query={query} canAct />
      </div>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>{t("done")}</Button>
      </DialogActions>
    </Dialog>
  );
}
