import { useState } from "react";
import { dateTimeText } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { TextField } from "../../ui/fields.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { type Progress, summaryOf } from "./progress.ts";
import type { BulkAction, BulkDetails, useBulk } from "./use_bulk.ts";
import { CancelReason } from "../cancel.tsx";
import "./bulk.css";
import { t } from "./texts.ts";

/** An action on the appointments that its question is about. */
interface Asked {
  action: BulkAction;
  appointments: readonly Appointment[];
}

interface BulkActionsProps {
  bulk: ReturnType<typeof useBulk>;
  /** The actions that are offered. */
  actions: readonly BulkAction[];
  /** The number of appointments. */
  count: number;
  /** Returns the appointments when an action is chosen. Those that come later are left out, because nobody has seen them. */
  load(): Promise<readonly Appointment[]>;
}

/** Buttons that change many appointments, after a question, with progress and what was refused. */
export function BulkActions({ bulk, actions, count, load }: BulkActionsProps) {
  const { progress, run, stop, clear } = bulk;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [loading, setLoading] = useState<BulkAction | null>(null);
  const isRunning = progress?.isRunning ?? false;

  async function ask(action: BulkAction): Promise<void> {
    clear();
    setLoading(action);
    try {
      setAsked({ action, appointments: await load() });
    } catch (error) {
      toastFailure(error, () => void ask(action));
    } finally {
      setLoading(null);
    }
  }
  return (
    <div className="stack">
      {asked === null && !isRunning && count > 0 && (
        <div className="row">
          {actions.map((action) => (
            <Button
              key={action}
              {...(isFinal(action) && { kind: "danger" as const })}
              isPending={loading === action}
              onPress={() => void ask(action)}
            >
              {t(`all.${action}`)}
            </Button>
          ))}
        </div>
      )}
      {asked && (
        <Question
          action={asked.action}
          count={asked.appointments.length}
          onClose={() => setAsked(null)}
          onConfirm={(details) => {
            setAsked(null);
            void run(asked.action, { appointments: asked.appointments, ...details });
          }}
        />
      )}
      {progress && <ProgressView progress={progress} onStop={stop} onClose={clear} />}
    </div>
  );
}

function isFinal(action: BulkAction): boolean {
  return action === "cancel" || action === "archive";
}

function Question({ action, count, onClose, onConfirm }: {
  action: BulkAction;
  count: number;
  onClose(): void;
  onConfirm(details: BulkDetails): void;
}) {
  const [date, setDate] = useState("");
  const [overrideReason, setReason] = useState("");
  const [cancelReason, setCancelReason] = useState("");
  const isMove = action === "move";
  return (
    <div className="surface list bulk-question" role="group" aria-label={t(`all.${action}`)}>
      {isMove
        ? <DateField label={t("to")} description={t("toHelp")} value={date} onChange={setDate} />
        : <p>{t(`help.${action}`, { count })}</p>}
      {action === "complete" && (
        <TextField
          label={t("reason")}
          description={t("reasonHelp")}
          maxLength={255}
          autoComplete="off"
          value={overrideReason}
          onChange={setReason}
        />
      )}
      {isFinal(action) && <CancelReason value={cancelReason} onChange={setCancelReason} />}
      <div className="row">
        <Button autoFocus={!isMove} onPress={onClose}>
          {t(isFinal(action) ? "keep" : "back")}
        </Button>
        <Button
          kind={isFinal(action) ? "danger" : "primary"}
          disabledReason={count === 0 ? t("noneLeft") : isMove && date === "" && t("chooseDate")}
          onPress={() =>
            onConfirm({
              date,
              overrideReason: overrideReason.trim(),
              cancelReason: cancelReason.trim(),
            })}
        >
          {t(`action.${action}`, { count })}
        </Button>
      </div>
    </div>
  );
}

function ProgressView({ progress, onStop, onClose }: {
  progress: Progress;
  onStop(): void;
  onClose(): void;
}) {
  const { total, done, faults, isRunning } = progress;
  return (
    <div className="stack">
      <div className="line bulk-progress">
        {isRunning && (
          <progress
            value={done + faults.length}
            max={Math.max(total, 1)}
            aria-label={t("progress")}
          />
        )}
        <p role="status">{summaryOf(progress)}</p>
        {isRunning
          ? <Button autoFocus onPress={onStop}>{t("stop")}</Button>
          : <Button autoFocus kind="quiet" onPress={onClose}>{t("close")}</Button>}
      </div>
      {faults.length > 0 && (
        <ul
          className="list gap-4 bullets bulk-faults"
          aria-label={t("refused", { count: faults.length })}
        >
          {faults.map(({ appointment, message }) => (
            <li key={appointment.id}>
              <a href={`/appointments/${appointment.id}?environment=${appointment.environment}`}>
                <bdi>{appointment.name}</bdi>, {dateTimeText(appointment.dateTime)}
              </a>
              {": "}
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
