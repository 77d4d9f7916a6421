import type { HousekeepingFacts, MissingMonth } from "../../persistence/mod.ts";
import { conclude, failing, type Finding, warning } from "../finding.ts";

/** Checks that partitions are created ahead and that expired rows are deleted. */
export function checkHousekeeping(
  { monthsAhead, missingMonths, oldestKeyHours }: HousekeepingFacts,
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
  const [missing] = missingMonths;
  return conclude([
    without !== "" && failing(`no partition for this month: ${without}`, fix),
    late !== "" && warning(`no partition for the next month: ${late}`, fix),
    missing && warning(
      `old rows are kept, because past months have no partition: ${
        missingMonths.map(({ table, month }) => `${month} of ${table}`).join(", ")
      }`,
      "If the database's clock was wrong, correct it. If no service ran in that month, add its partition, such as: " +
        createTable(missing),
    ),
    (oldestKeyHours ?? 0) > maxKeyHours && warning(
      `an Idempotency-Key is ${
        Math.round(oldestKeyHours!)
      } h old, and they are kept for ${keyHours} h`,
      fix,
    ),
  ], "partitions exist for this month and the next, and expired rows are deleted");
}

function createTable({ table, month }: MissingMonth): string {
  const bounds = [month, month.add({ months: 1 })].map((one) => `'${one.toString()}-01T00:00:00Z'`);
  return `create table ${table}_${month.toString().replace("-", "_")} partition of ${table} ` +
    `for values from (${bounds.join(") to (")})`;
}
