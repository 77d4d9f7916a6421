import { type AbsentWorker, openDeskDialog } from "../../desk/desk_dialog.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Affected } from "./affected.tsx";
import type { AffectedQuery } from "./affected_query.ts";
import { t } from "./texts.ts";

/**
 * The appointments that a closure or an absence affects. All of them can be moved or cancelled, and those of an absent
 * worker given to colleagues.
 */
export function AffectedDialog({ query, worker, onClose }: {
  query: AffectedQuery;
  /** The worker of an absence. */
  worker?: AbsentWorker;
  onClose(): void;
}) {
  return (
    <Dialog title={t("affected.label")} shape="wide" onClose={onClose}>
      <div className="dialog-body stack">
        {worker && (
          <Button
            kind="primary"
            onPress={() => openDeskDialog({ kind: "cover", worker, absence: query })}
          >
            {t("affected.cover")}
          </Button>
        )}
        <Affected query={query} canAct />
      </div>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>{t("done")}</Button>
      </DialogActions>
    </Dialog>
  );
}
