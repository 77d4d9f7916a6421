import { useState } from "react";
import { dateTimeText } from "../../api/time.ts";
import type { Environment } from "../../api/types.ts";
import { pageTexts } from "../../messages/page_texts.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { type AffectedQuery, type Progress, useBulk } from "./use_bulk.ts";

const t = pageTexts("departments");

/** Moves or cancels all affected appointments, after a question. */
export function BulkActions({ query, environment, count }: {
  query: AffectedQuery;
  environment: Environment;
  count: number;
}) {
  const bulk = useBulk(query, environment);
  const [asked, setAsked] = useState<"move" | "cancel" | null>(null);
  const [date, setDate] = useState("");
  const isRunning = bulk.progress?.isRunning ?? false;
  function start(work: Promise<void>): void {
    setAsked(null);
    void work;
  }
  return (
    <div className="stack bulk">
      {asked === null && !isRunning && (
        <div className="form-actions">
          <Button onPress={() => setAsked("move")}>{t("bulk.move")}</Button>
          <Button kind="danger" onPress={() => setAsked("cancel")}>{t("bulk.cancel")}</Button>
        </div>
      )}
      {asked === "move" && (
        <div className="bulk-question">
          <DateField
            label={t("bulk.to")}
            description={t("bulk.toHelp")}
            value={date}
            onChange={setDate}
          />
          <div className="form-actions">
            <Button onPress={() => setAsked(null)}>{t("cancel")}</Button>
            <Button
              kind="primary"
              isDisabled={date === ""}
              onPress={() => start(bulk.moveAll(date))}
            >
              {t("bulk.moveCount", { count })}
            </Button>
          </div>
        </div>
      )}
      {asked === "cancel" && (
        <div className="bulk-question" role="group" aria-label={t("bulk.cancel")}>
          <p>{t("bulk.cancelHelp", { count })}</p>
          <div className="form-actions">
            <Button
              autoFocus
              onPress={() =>
                setAsked(null)}
            >
              {t("bulk.keep")}
            </Button>
            <Button
              kind="danger"
              onPress={() =>
                start(bulk.cancelAll())}
            >
              {t("bulk.cancelCount", { count })}
            </Button>
          </div>
        </div>
      )}
      {bulk.progress && <ProgressView progress={bulk.progress} onStop={bulk.stop} />}
    </div>
  );
}

function ProgressView({ progress, onStop }: { progress: Progress; onStop(): void }) {
  const { total, done, faults, isRunning } = progress;
  return (
    <div className="stack">
      {isRunning && (
        <div className="bulk-progress">
          <progress
            value={done + faults.length}
            max={Math.max(total, 1)}
            aria-label={t("bulk.progress")}
          />
          <Button onPress={onStop}>{t("bulk.stop")}</Button>
        </div>
      )}
      <p role="status">{t("bulk.done", { done, total })}</p>
      {faults.length > 0 && (
        <ul className="bulk-faults">
          {faults.map(({ appointment, message }) => (
            <li key={appointment.id}>
              <a href={`/appointments/${appointment.id}`}>
                {appointment.name}, {dateTimeText(appointment.dateTime)}
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
