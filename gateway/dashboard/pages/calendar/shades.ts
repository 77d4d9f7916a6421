import { minutesOf } from "../../api/time.ts";
import { serviceText } from "../../api/service_text.ts";
import type { CalendarSlot } from "../../api/types.ts";
import { type Column, type MinuteRange, openRangesOf } from "./columns.ts";
import { t } from "./texts.ts";
import { awayText, closedText } from "./words.ts";

/** A part of a column in which nothing can be booked, or only with a reason. */
export interface Shade extends MinuteRange {
  kind: "closed" | "away" | "full" | "outside";
  /** Why, in the viewer's language; "" if the kind says it. */
  reason: string;
}

/** Returns the shaded parts of a column between the ends of the axis. */
export function shadesOf(column: Column, axis: MinuteRange): Shade[] {
  const { day, appointments, absences } = column;
  const taken = appointments.map((one) => minutesOf(one.dateTime));
  const isEmpty = ({ minute, endMinute }: CalendarSlot) =>
    !taken.some((time) => minute <= time && time < endMinute);
  const slots = (day.slots ?? []).flatMap((slot): Shade[] => {
    const range = { from: slot.minute, to: slot.endMinute, reason: serviceText(slot.reason) ?? "" };
    if (slot.state === "CLOSED") return [{ ...range, kind: "closed" }];
    if (slot.state === "OUTSIDE_WINDOW") return [{ ...range, kind: "outside" }];
    return slot.state === "FULL" && isEmpty(slot) ? [{ ...range, kind: "full" }] : [];
  });
  const all: Shade[] = [
    ...gapsBetween(openRangesOf(column), axis).map(({ from, to }): Shade => ({
      from,
      to,
      kind: "closed",
      reason: day.closure ? closedText(day.closure) : "",
    })),
    ...joined(slots),
    ...absences.map(({ from, to, reason }): Shade => ({ from, to, kind: "away", reason })),
  ];
  return all.map(({ from, to, kind, reason }) => ({
    from: Math.max(from, axis.from),
    to: Math.min(to, axis.to),
    kind,
    reason,
  })).filter(({ from, to }) => from < to);
}

/** Returns the words on a shaded part of a column; "" for the hours in which nobody expects to book. */
export function shadeText({ kind, reason }: Shade): string {
  switch (kind) {
    case "away":
      return awayText(reason);
    case "full":
      return t("shade.full");
    case "outside":
      return t("shade.outside");
    case "closed":
      return reason;
  }
}

function gapsBetween(open: readonly MinuteRange[], { from, to }: MinuteRange): MinuteRange[] {
  const gaps: MinuteRange[] = [];
  let at = from;
  for (const range of open) {
    if (range.from > at) gaps.push({ from: at, to: range.from });
    at = Math.max(at, range.to);
  }
  if (at < to) gaps.push({ from: at, to });
  return gaps;
}

/** Joins neighbours of the same kind and reason. */
function joined(shades: readonly Shade[]): Shade[] {
  const all: Shade[] = [];
  for (const shade of shades) {
    const last = all.at(-1);
    const continues = last?.to === shade.from && last.kind === shade.kind &&
      last.reason === shade.reason;
    if (continues) last.to = shade.to;
    else all.push({ ...shade });
  }
  return all;
}
