import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { addDays, dateOf, dayText, timeOf } from "../../api/time.ts";
import type { DeskDay, DeskDepartment } from "../../api/types.ts";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { t } from "./texts.ts";

const environment = "LIVE";
const searchedDays = 31;
/** Each department that is full today is one more read. */
const maxDepartments = 12;

/** Until when each department is full. */
export function NextFree({ today, now }: { today: string; now: string }) {
  const day = useRead("desk.day", { date: today, environment });
  return (
    <section aria-label={t("full.title")}>
      <h2>{t("full.title")}</h2>
      <Loaded read={day}>{(data) => <Departments day={data} now={now} />}</Loaded>
    </section>
  );
}

function Departments({ day, now }: { day: DeskDay; now: string }) {
  const bookable = day.departments.filter(({ isActive }) => isActive);
  if (bookable.length === 0) return <EmptyState title={t("full.none")} />;
  const columns: readonly Column<DeskDepartment>[] = [
    {
      label: t("full.department"),
      cell: ({ id, name }) => (
        <Link href={`/departments/${id}?tab=preview`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      label: t("full.booked"),
      align: "end",
      cell: ({ booked, capacity }) => t("full.places", { booked, capacity }),
    },
    { label: t("full.next"), cell: (department) => <Next department={department} now={now} /> },
  ];
  return (
    <>
      <Table
        label={t("full.title")}
        columns={columns}
        rows={bookable.slice(0, maxDepartments)}
        keyOf={({ id }) => id}
      />
      {bookable.length > maxDepartments && (
        <p className="muted small">{t("full.more", { count: maxDepartments })}</p>
      )}
    </>
  );
}

/** The first free time: of today without another read, else of the next days. */
function Next({ department: { id, slots, booked, capacity }, now }: {
  department: DeskDepartment;
  now: string;
}) {
  const free = slots?.find((slot) => slot.available && slot.slotTime > now);
  const today = dateOf(now);
  const later = useRead("departments.range", {
    id,
    environment,
    from: today,
    to: addDays(today, searchedDays - 1),
  }, { isEnabled: free === undefined, staleMs: 60_000 });
  if (free) return t("full.today", { time: timeOf(free.slotTime) });
  if (later.isError) return t("failed");
  if (!later.data) return null;
  const next = later.data.days.flatMap((day) => day.slots).find((slot) => slot.slotTime > now);
  if (!next) return <strong>{t("full.never")}</strong>;
  const facts = { day: dayText(next.slotTime), time: timeOf(next.slotTime) };
  // A department that is only closed for the rest of the day is not full.
  return capacity > 0 && booked >= capacity
    ? <strong>{t("full.until", facts)}</strong>
    : t("full.later", facts);
}
