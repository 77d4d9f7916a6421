import { types } from "pg";

const dateAndTimes = new Set<number>([
  types.builtins.DATE,
  types.builtins.TIMESTAMP,
  types.builtins.TIMESTAMPTZ,
  types.builtins.INTERVAL,
]);
// The driver's types have no names for arrays: date[], timestamp[], timestamptz[], interval[].
const arraysOfThem = new Set<number>([1182, 1115, 1185, 1187]);
const textArray = 1009;

/** Keeps dates and times as text, because the driver would make a `Date` of them. `mapping/columns.ts` converts them. */
export const textTimes = {
  getTypeParser(id: number, format?: "text" | "binary") {
    if (dateAndTimes.has(id)) return (text: string) => text;
    return types.getTypeParser(arraysOfThem.has(id) ? textArray : id, format as "text");
  },
};
