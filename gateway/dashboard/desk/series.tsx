import { useState } from "react";
import { useWrite } from "../api/hooks.ts";
import { serviceText } from "../api/service_text.ts";
import { addDays, dateText, dayText, timeOf } from "../api/time.ts";
import type { Appointment, Input, Output } from "../api/types.ts";
import { Select } from "../ui/select.tsx";
import { affectedQueries } from "./actions.ts";
import { t } from "./series_texts.ts";

/** How an appointment is repeated. */
export interface Repetition {
  /** 0: once. */
  everyWeeks: number;
  times: number;
}

export type Series = Output<"appointments.createSeries">;

/** A booked appointment, and the series that it is the first of. */
export interface BookedFirst {
  appointment: Appointment;
  series: Series | null;
}

const changes = [...affectedQueries, "credits.balance"] as const;

/** Returns the state of a repetition, and the booking of one appointment or of a series. */
export function useBooking() {
  const [repetition, setRepetition] = useState<Repetition>({ everyWeeks: 0, times: 10 });
  const one = useWrite("appointments.create", { changes });
  const series = useWrite("appointments.createSeries", { changes });
  const { everyWeeks, times } = repetition;
  const write = everyWeeks === 0 ? one : series;
  function book(
    input: Input<"appointments.create">,
    onBooked: (booked: BookedFirst) => void,
  ): void {
    if (everyWeeks === 0) {
      one.mutate(input, { onSuccess: (appointment) => onBooked({ appointment, series: null }) });
    } else {
      series.mutate({ ...input, everyWeeks, times }, {
        onSuccess: (made) => onBooked({ appointment: made.booked[0]!, series: made }),
      });
    }
  }
  return {
    book,
    repetition,
    setRepetition,
    isPending: write.isPending,
    error: write.error,
    reset() {
      one.reset();
      series.reset();
    },
  };
}

const weeks = [1, 2, 3, 4, 6, 8];
const counts = [...Array.from({ length: 11 }, (_, i) => i + 2), 16, 20, 26, 52];

/** The choice how often an appointment is repeated. */
export function RepetitionFields({ value, onChange, first }: {
  value: Repetition;
  onChange(value: Repetition): void;
  /** The time of the first appointment. */
  first: string | null;
}) {
  const { everyWeeks, times } = value;
  const last = first && addDays(first.slice(0, 10), everyWeeks * (times - 1) * 7);
  return (
    <div className="columns halves">
      <Select
        label={t("repeat")}
        name="everyWeeks"
        value={String(everyWeeks)}
        onChange={(weeks) => onChange({ ...value, everyWeeks: Number(weeks) })}
        options={[0, ...weeks].map((count) => ({
          value: String(count),
          label: t("everyWeeks", { count }),
        }))}
      />
      {everyWeeks > 0 && (
        <Select
          label={t("times")}
          name="times"
          value={String(times)}
          onChange={(times) => onChange({ ...value, times: Number(times) })}
          options={counts.map((count) => ({
            value: String(count),
            label: t("timesCount", { count }),
          }))}
          {...(last && { description: t("until", { day: dateText(last) }) })}
        />
      )}
    </div>
  );
}

/** The times of a series that could not be booked, with the reasons. */
export function SeriesResult({ series }: { series: Series }) {
  const { booked, refused } = series;
  const last = booked.at(-1)!;
  return (
    <>
      <p>
        <strong>{t("result", { booked: booked.length, last: dayText(last.dateTime) })}</strong>
      </p>
      {refused.length > 0 && (
        <section className="notice tinted warn">
          <p>{t("refused", { count: refused.length })}</p>
          <ul className="list gap-4 bullets">
            {refused.map(({ dateTime, reason }) => (
              <li key={dateTime}>
                {t("refusedTime", {
                  day: dateText(dateTime),
                  time: timeOf(dateTime),
                  reason: serviceText(reason) ?? t("notPossible"),
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
