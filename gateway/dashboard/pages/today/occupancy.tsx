import type { DeskDepartment } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { stored, useStored } from "../../ui/stored.ts";
import { useMedia } from "../../ui/hooks.ts";
import { closedText } from "./closed_text.ts";
import { type SelectedSlot, Timeline } from "./timeline.tsx";
import { t } from "./texts.ts";

const maxOpenDepartments = 5;
const isOpenChoice = stored<boolean | null>(
  "timeline",
  (value) => typeof value === "boolean" ? value : null,
);

/** How full the departments are: one line, and a strip per department. Many departments begin as the line alone. */
export function Occupancy({ departments, now, selected, onSelect }: {
  departments: readonly DeskDepartment[];
  now: string | null;
  selected: SelectedSlot | null;
  onSelect(slot: SelectedSlot | null): void;
}) {
  const [choice, setChoice] = useStored(isOpenChoice);
  const isNarrow = useMedia("(max-width: 720px)");
  const isOpen = choice ?? (departments.length <= maxOpenDepartments && !isNarrow);
  if (departments.length === 0) return null;
  return (
    <section className="surface occupancy" aria-label={t("occupancy.title")}>
      <div className="row occupancy-head">
        <Summary departments={departments} />
        {isOpen && <Legend />}
        <Button
          kind="quiet"
          icon={isOpen ? "up" : "down"}
          aria-expanded={isOpen}
          onPress={() => setChoice(!isOpen)}
        >
          {isOpen ? t("occupancy.hide") : t("occupancy.show")}
        </Button>
      </div>
      {isOpen && (
        <Timeline departments={departments} now={now} selected={selected} onSelect={onSelect} />
      )}
    </section>
  );
}

function Summary({ departments }: { departments: readonly DeskDepartment[] }) {
  const booked = departments.reduce((sum, one) => sum + one.booked, 0);
  const capacity = departments.reduce((sum, one) => sum + one.capacity, 0);
  const closures = Map.groupBy(
    departments.filter(({ closure }) => closure !== null),
    ({ closure }) => closure!,
  );
  const isAllClosed = departments.every(({ closure }) => closure !== null);
  return (
    <p className="row spread occupancy-summary">
      {!isAllClosed && <span>{t("occupancy.summary", { booked, capacity })}</span>}
      {[...closures].map(([reason, closed]) => (
        <strong key={reason}>
          {isAllClosed
            ? closedText(reason)
            : t(reason === "" ? "occupancy.someClosedToday" : "occupancy.someClosed", {
              reason,
              count: closed.length,
              name: closed[0]!.name,
            })}
        </strong>
      ))}
    </p>
  );
}

/** Explains the colours. What reads the page aloud gets the words of each slot instead. */
function Legend() {
  return (
    <p className="row legend muted small" aria-hidden="true">
      {(["free", "part", "full", "shut"] as const).map((level) => (
        <span key={level} className={level}>{t(`levels.${level}`)}</span>
      ))}
    </p>
  );
}
