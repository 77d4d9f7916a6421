import type { HousekeepingFacts } from "../../persistence/mod.ts";
import { conclude, failing, type Finding, warning } from "../finding.ts";

/** Checks that partitions are created ahead and that expired rows are deleted. */
export function checkHousekeeping(
  { monthsAhead, oldestKeyHours }: HousekeepingFacts,
  { keyHours }: { keyHours: number },
): Finding {
  const tablesWith = (test: (months: number) => boolean) =>
    monthsAhead.filter(({ months }) => test(months)).map(({ table }) => table).join(", ");
  const [without, late] = [
    tablesWith((months) => months === 0),
    tablesWith((months) => months === 1),
  ];
  const fix =
    "Start the service, which does this work every hour, and look for warnings in its log";
  // The service deletes every hour. After a stop, it takes the next hour.
  const maxKeyHours = keyHours + 3;
  return conclude([
    without !== "" && failing(`no partition for this month: ${without}`, fix),
    late !== "" && warning(`no partition for the next month: ${late}`, fix),
    (oldestKeyHours ?? 0) > maxKeyHours && warning(
      `an Idempotency-Key is ${
        Math.round(oldestKeyHours!)
      } h old, and they are kept for ${keyHours} h`,
      fix,
    ),
  ], "partitions exist for this month and the next, and expired rows are deleted");
}
