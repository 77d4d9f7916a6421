import { useState } from "react";
import type { QueueDepartment, Visit } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { type Column as ColumnName, missedGoal } from "./lists.ts";
import { VisitCard } from "./visit_card.tsx";
import { t } from "./texts.ts";

/** Longer lists are cut, so that a busy office stays smooth. */
const maxShown = 40;

interface ColumnProps {
  name: ColumnName | "left";
  visits: readonly Visit[];
  /** The number in the heading; default: that of the list. */
  count?: number;
  departments: readonly QueueDepartment[];
  now: string;
  /** The visit at the counter of this person. */
  mineId: number | undefined;
  /** The visit that Tab comes to. */
  tabStopId: number | null;
  onOpen(visit: Visit): void;
  onCall?: ((visit: Visit) => void) | undefined;
}

/** A list of visits in one state. */
export function Column(
  { name, visits, count, departments, now, mineId, tabStopId, onOpen, onCall }: ColumnProps,
) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? visits : visits.slice(0, maxShown);
  const names = new Map(departments.map((one) => [one.id, one.name]));
  const isOneDepartment = departments.length === 1;
  const total = count ?? visits.length;
  const stop = shown.some(({ id }) => id === tabStopId) ? tabStopId : shown[0]?.id;
  return (
    <section className={`list queue-column ${name}`} aria-labelledby={`queue-${name}`}>
      <h2 id={`queue-${name}`}>
        {t(`columns.${name}`)} <span className="muted">{total}</span>
      </h2>
      {name === "left" && <p className="muted small">{t("leftHelp")}</p>}
      {name !== "left" && visits.length === 0 && (
        <p className="surface muted queue-none">{t(`empty.${name}`)}</p>
      )}
      {shown.length > 0 && (
        <ul className="list visits">
          {shown.map((visit) => (
            <VisitCard
              key={visit.id}
              visit={visit}
              now={now}
              departmentName={isOneDepartment ? null : names.get(visit.departmentId) ?? null}
              goal={missedGoal(visit, departments, now)}
              isMine={visit.id === mineId}
              isTabStop={visit.id === stop}
              onOpen={onOpen}
              onCall={onCall}
            />
          ))}
        </ul>
      )}
      {shown.length < visits.length && (
        <Button onPress={() => setShowsAll(true)}>
          {t("showAll", { count: visits.length })}
        </Button>
      )}
      {name === "ended" && shown.length === visits.length && visits.length < total && (
        <p className="muted small">{t("latestEnded", { count: visits.length, all: total })}</p>
      )}
    </section>
  );
}
