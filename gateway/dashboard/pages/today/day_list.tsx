import type { ComponentProps } from "react";
import { Link } from "wouter";
import { timeOf } from "../../api/time.ts";
import { serviceText } from "../../api/service_text.ts";
import type { Appointment, DaySlot } from "../../api/types.ts";
import { isOverdue } from "../../desk/lateness.ts";
import { Button } from "../../ui/button.tsx";
import { LoadError } from "../../ui/error_box.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, Skeleton } from "../../ui/states.tsx";
import { Agenda } from "./agenda.tsx";
import type { ShownDay, StatusFilter } from "./filter.ts";
import type { useDay } from "./use_day.ts";
import { t } from "./texts.ts";

const filters = ["upcoming", "here", "finished", "cancelled", "all"] as const;

interface DayListProps {
  day: ReturnType<typeof useDay>;
  shown: ShownDay;
  isToday: boolean;
  /** Whether a department notes arrivals. */
  hasQueue: boolean;
  show: StatusFilter;
  onShow(show: StatusFilter): void;
  search: string;
  /** The address of the search over all dates. */
  searchAllPath: string;
  slot: DaySlot | undefined;
  onLeaveSlot(): void;
  onBook(): void;
  isUnfolded: boolean;
  onUnfold(isUnfolded: boolean): void;
  agenda: Omit<ComponentProps<typeof Agenda>, "appointments">;
}

/** The list of the day with its filter. */
export function DayList(props: DayListProps) {
  const { day, shown, slot, search, agenda, onBook } = props;
  return (
    <section aria-label={t("list")}>
      <div className="row list-head">
        {slot && search === ""
          ? <SlotBar slot={slot} onLeave={props.onLeaveSlot} onBook={onBook} />
          : <ShowBar {...props} />}
      </div>
      {day.error && !day.appointments.length
        ? <LoadError error={day.error} isRetrying={day.isRetrying} onRetry={day.retry} />
        : day.isPending
        ? <Skeleton rows={10} height={46} />
        : (
          <>
            <Fold {...props} now={agenda.now} />
            {shown.rows.length === 0
              ? <NoAppointments {...props} />
              : <Agenda appointments={shown.rows} {...agenda} />}
          </>
        )}
    </section>
  );
}

function ShowBar(
  { day, shown: { rows, counts }, show, onShow, search, searchAllPath, hasQueue }: DayListProps,
) {
  return (
    <>
      <Segments<StatusFilter>
        label={t("filter.label")}
        options={filters.filter((value) => value !== "here" || hasQueue || counts.here > 0)
          .map((value) => ({
            value,
            label: `${t(`filter.${value}`)} ${day.isPending ? "…" : counts[value]}`,
          }))}
        value={show}
        onChange={onShow}
      />
      <span className="muted small" role="status">
        {search !== "" && t("search.found", { count: rows.length })}
      </span>
      {search !== "" && <Link href={searchAllPath}>{t("search.allDates")}</Link>}
    </>
  );
}

function SlotBar({ slot, onLeave, onBook }: {
  slot: DaySlot;
  onLeave(): void;
  onBook(): void;
}) {
  const { slotTime, endTime, booked, capacity } = slot;
  return (
    <>
      <span role="status">
        <strong>{timeOf(slotTime)}–{timeOf(endTime)}</strong>
        {` · ${t("occupancy.booked", { booked, capacity })}`}
        {!slot.available && (
          <span className="muted">{` · ${serviceText(slot.unavailabilityReason)}`}</span>
        )}
      </span>
      <span className="spread" />
      {slot.available && (
        <Button needs="createAppointment" icon="plus" onPress={onBook}>{t("slot.book")}</Button>
      )}
      <Button kind="quiet" icon="close" onPress={onLeave}>{t("slot.leave")}</Button>
    </>
  );
}

/** One line for the rows that are long past, so that the list begins at the next person. */
function Fold({ shown: { folded, rows }, isUnfolded, onUnfold, show, search, slot, now }:
  & DayListProps
  & { now: string }) {
  if (folded.length > 0) {
    const overdue = folded.filter((one) => isOverdue(one, now)).length;
    return (
      <Button
        className={`fold ${overdue > 0 ? "bad" : ""}`}
        icon="right"
        aria-expanded={false}
        onPress={() => onUnfold(true)}
      >
        {show === "all"
          ? t("fold.earlier", { count: folded.length, overdue })
          : t("fold.overdue", { count: overdue, time: timeOf(folded[0]!.dateTime) })}
      </Button>
    );
  }
  const hasOverdue = rows.some((one: Appointment) => isOverdue(one, now));
  if (!isUnfolded || search !== "" || slot || !hasOverdue) return null;
  return (
    <Button className="fold" icon="down" aria-expanded onPress={() => onUnfold(false)}>
      {t("fold.hide")}
    </Button>
  );
}

function NoAppointments(
  { day, search, searchAllPath, slot, shown, show, onShow, onBook, isToday }: DayListProps,
) {
  if (search !== "") {
    const isElsewhere = shown.counts.all > 0;
    return (
      <EmptyState title={t("empty.search")}>
        {isElsewhere
          ? (
            <Button onPress={() => onShow("all")}>
              {t("empty.showFound", { count: shown.counts.all })}
            </Button>
          )
          : <Link href={searchAllPath}>{t("search.allDates")}</Link>}
      </EmptyState>
    );
  }
  if (slot) return <EmptyState title={t("empty.slot")} />;
  if (day.appointments.length === 0) {
    return (
      <EmptyState title={t("empty.day")}>
        <Button kind="primary" needs="createAppointment" icon="plus" onPress={onBook}>
          {t("new.long")}
        </Button>
      </EmptyState>
    );
  }
  if (shown.folded.length > 0) return <EmptyState title={t("empty.noneLeft")} />;
  const kind = show === "upcoming" && !isToday ? "upcomingOther" : show;
  return (
    <EmptyState title={t(`empty.${kind}`)}>
      {shown.counts.all > 0 && <Button onPress={() => onShow("all")}>{t("empty.showAll")}</Button>}
    </EmptyState>
  );
}
