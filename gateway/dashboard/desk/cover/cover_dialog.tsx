import { useState } from "react";
import { useDepartments, useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { dateOf, nowIn } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ChangeErrorBox, ErrorBox } from "../../ui/error_box.tsx";
import { Select } from "../../ui/select.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { confirmUndoable } from "../actions.ts";
import type { AbsentWorker, EnteredAbsence } from "../desk_dialog.ts";
import { MovedTable, UnplacedTable } from "./cover_tables.tsx";
import { type CoverPlan, type CoverQuery, useCover } from "./use_cover.ts";
import { t } from "./texts.ts";

/**
 * Gives the appointments of a worker to colleagues. Shows the plan first, and then what was done. Without an absence the
 * worker is ill from today, and the absence is entered too. Without a worker, one is chosen first.
 */
export function CoverDialog({ worker, absence, onClose }: {
  worker?: AbsentWorker;
  absence?: EnteredAbsence;
  onClose(): void;
}) {
  const [chosen, setChosen] = useState(worker ?? null);
  if (chosen) return <Cover worker={chosen} absence={absence} onClose={onClose} />;
  return (
    <Dialog title={t("title")} onClose={onClose}>
      <div className="dialog-body">
        <WorkerSelect onChoose={setChosen} />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{t("cancel")}</Button>
      </DialogActions>
    </Dialog>
  );
}

function WorkerSelect({ onChoose }: { onChoose(worker: AbsentWorker): void }) {
  const departments = useDepartments();
  const read = useRead("workers.list", {});
  const names = new Map(departments.data?.map(({ id, name }) => [id, name]));
  return (
    <Loaded read={read} skeleton={<Skeleton rows={1} />}>
      {(workers) => {
        const active = workers.filter(({ isActive }) => isActive);
        if (active.length === 0) return <p>{t("noWorkers")}</p>;
        return (
          <Select
            label={t("worker")}
            placeholder={t("choose")}
            value={null}
            options={active.map(({ id, name, departmentId }) => ({
              value: String(id),
              label: t("workerOf", { name, department: names.get(departmentId) ?? "" }),
            }))}
            onChange={(value) => {
              const found = active.find(({ id }) => String(id) === value);
              if (found) onChoose(found);
            }}
          />
        );
      }}
    </Loaded>
  );
}

function Cover({ worker: { id, name }, absence, onClose }: {
  worker: AbsentWorker;
  absence: EnteredAbsence | undefined;
  onClose(): void;
}) {
  const today = dateOf(nowIn(useTimeZone()));
  const [environment] = useEnvironment();
  const [until, setUntil] = useState(today);
  const { cover, undo, hasChanged, movedCount, isPending, error, result } = useCover({
    name,
    addsAbsence: absence === undefined,
  });
  const query: CoverQuery = { id, environment, ...absence ?? { from: today, to: until } };
  const read = useRead("workers.coverPlan", query, {
    isEnabled: result === null && query.from <= query.to,
    keepsPrevious: true,
    staleMs: 0,
  });
  const plan = read.data;
  function close(): void {
    onClose();
    if (!hasChanged()) return;
    const text = t("toast", { count: movedCount(), name });
    confirmUndoable(text, { id: null, undo: () => undo(query) });
  }
  return (
    <Dialog
      title={t(absence ? "titleAbsence" : "titleOf", { name })}
      shape="wide"
      onClose={close}
    >
      <div className="dialog-body stack">
        {!result && <p className="muted">{t("lead")} {t("notified")}</p>}
        {!result && !absence && (
          <DateField
            label={t("until")}
            description={t("untilHelp")}
            value={until}
            min={today}
            onChange={setUntil}
          />
        )}
        <p role="status" aria-live="polite">
          {result
            ? (
              <strong>
                {t("result", { moved: result.moved.length, left: result.left.length })}
              </strong>
            )
            : plan
            ? planText(plan)
            : !read.error && t("counting")}
        </p>
        {!result && <ErrorBox error={read.error} />}
        <UnplacedTable appointments={result?.left ?? plan?.unplaced ?? []} />
        <MovedTable moves={result?.moved ?? plan?.moves ?? []} />
      </div>
      <ChangeErrorBox error={error} />
      <DialogActions>
        {result
          ? (
            <>
              {hasChanged() && (
                <Button
                  onPress={() => {
                    onClose();
                    undo(query);
                  }}
                >
                  {t("undoAll")}
                </Button>
              )}
              <Button kind="primary" autoFocus onPress={close}>{t("done")}</Button>
            </>
          )
          : (
            <>
              <Button onPress={close}>{t("cancel")}</Button>
              <Button
                kind="primary"
                isPending={isPending}
                disabledReason={!plan || read.isPlaceholderData
                  ? t("counting")
                  : absence && plan.moves.length === 0 && t("none")}
                onPress={() => plan && void cover(query, plan)}
              >
                {t("act", { count: plan?.moves.length ?? 0 })}
              </Button>
            </>
          )}
      </DialogActions>
    </Dialog>
  );
}

function planText({ moves, unplaced, passed }: CoverPlan): string {
  const kept = moves.filter(({ appointment, to }) => appointment.dateTime === to.dateTime).length;
  const counts = { kept, moved: moves.length - kept, unplaced: unplaced.length, passed };
  return moves.length + unplaced.length + passed === 0 ? t("none") : t("plan", counts);
}
