import { useState } from "react";
import { TextField } from "../ui/fields.tsx";
import type { WeekSlot } from "./week.ts";
import { t } from "./booking_texts.ts";

interface Override {
  /** Why the chosen slot is outside the booking window; null if it is inside. */
  problem: string | null;
  reason: string;
  onChange(reason: string): void;
  /** What the request needs. */
  input: { overrideReason?: string };
}

/** Keeps the reason for a chosen slot outside the booking window. */
export function useOverride(
  chosen: string | null,
  slot: Pick<WeekSlot, "state" | "reason"> | undefined,
): Override {
  const [reason, setReason] = useState("");
  const [known, setKnown] = useState<string | null>(null);
  // The slot is not loaded while another week is shown. What was known about it stays.
  const problem = chosen === null ? null : slot ? problemOf(slot) : known;
  if (problem !== known) setKnown(problem);
  return {
    problem,
    reason,
    onChange: setReason,
    input: problem === null ? {} : { overrideReason: reason },
  };
}

function problemOf({ state, reason }: Pick<WeekSlot, "state" | "reason">): string | null {
  return state === "OUTSIDE_WINDOW" ? reason ?? "" : null;
}

/** Asks why a slot outside the booking window is booked. Nothing for other slots. */
export function OverrideReason({ problem, reason, onChange }: Override) {
  if (problem === null) return null;
  return (
    <TextField
      label={t("overrideReason")}
      name="overrideReason"
      description={t("overrideHelp", { problem })}
      isRequired
      maxLength={255}
      autoComplete="off"
      value={reason}
      onChange={onChange}
    />
  );
}
