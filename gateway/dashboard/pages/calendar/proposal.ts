import { timeOf } from "../../api/time.ts";
import type { Appointment, CalendarSlot } from "../../api/types.ts";
import { serviceText } from "../../api/service_text.ts";
import type { Column } from "./columns.ts";
import { timeOfSlot, type Verdict } from "./slots.ts";
import { titleOf } from "./words.ts";
import { t } from "./texts.ts";

/** Where an appointment that is being moved would go. */
export interface Proposal {
  by: "keys" | "pointer";
  appointment: Appointment;
  column: Column;
  slot: CalendarSlot;
  verdict: Verdict;
}

/** Returns whether two proposals look the same. */
export function isSameProposal(
  one: Omit<Proposal, "verdict"> | null,
  other: Omit<Proposal, "verdict"> | null,
): boolean {
  return one?.column === other?.column && one?.slot.minute === other?.slot.minute &&
    one?.appointment === other?.appointment;
}

/** Returns what the proposal would do, for everybody to read. */
export function proposalText({ appointment: { name }, column, slot, verdict }: Proposal): string {
  const facts = { name, time: timeOf(timeOfSlot(column, slot)), column: titleOf(column) };
  switch (verdict.state) {
    case "free":
    case "same":
      return t("move.free", facts);
    case "outside":
      return t("move.outside", facts);
    case "forbidden":
      return t("move.forbidden", { ...facts, problem: problemText(verdict) });
  }
}

/** Returns why a slot cannot be taken. */
export function problemText(
  { problem, detail }: Extract<Verdict, { state: "forbidden" }>,
): string {
  if (typeof detail === "object") return serviceText(detail) ?? t(`problem.${problem}`);
  const hasReason = (problem === "closed" || problem === "away") && detail !== "";
  return hasReason ? t(`problemFor.${problem}`, { reason: detail }) : t(`problem.${problem}`);
}
