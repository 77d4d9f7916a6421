import { useMay } from "../../api/session.tsx";
import type { Appointment } from "../../api/types.ts";
import { BulkActions } from "../../desk/bulk/bulk_actions.tsx";
import { useBulk } from "../../desk/bulk/use_bulk.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../desk/bulk/texts.ts";

const forAll = ["complete", "miss", "move", "cancel"] as const;

/** The actions on the selected appointments. It stays until its last summary is closed. */
export function SelectionBar({ selected, onChange }: {
  selected: readonly Appointment[];
  onChange(change: (ids: ReadonlySet<number>) => ReadonlySet<number>): void;
}) {
  // What was refused stays selected, so that it can be tried again.
  const bulk = useBulk({
    leavesDate: true,
    onDone: ({ id }) => onChange((ids) => new Set([...ids].filter((one) => one !== id))),
  });
  const mayArchive = useMay("archiveAppointment");
  if (selected.length === 0 && !bulk.progress) return null;
  return (
    <section className="surface list selection-bar" aria-label={t("bar")}>
      {selected.length > 0 && (
        <div className="row between">
          <strong role="status">{t("selected", { count: selected.length })}</strong>
          <Button kind="quiet" onPress={() => onChange(() => new Set())}>{t("clear")}</Button>
        </div>
      )}
      <BulkActions
        // A question is about one selection.
        key={bulk.progress?.isRunning ? "running" : selected.map(({ id }) => id).join()}
        bulk={bulk}
        actions={mayArchive ? [...forAll, "archive"] : forAll}
        count={selected.length}
        load={() => Promise.resolve(selected)}
      />
    </section>
  );
}
