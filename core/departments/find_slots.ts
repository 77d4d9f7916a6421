import { z } from "zod";
import { validationError } from "../errors.ts";
import {
  forms,
  inSchema,
  parseInput,
  queriedBound,
  requiredOr,
  wholeNumberField,
} from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { type HeavyWork, inTurn, type Pace, unpaced } from "../heavy_work.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import { count, id, localDateTime } from "../view_fields.ts";
import type { Department } from "./department.ts";
import type { Departments, DepartmentWithWorkers } from "./departments.ts";
import { createDayEvaluator, type EvaluatedSlot, freeWorkersOf } from "./evaluate_days.ts";
import type { HeldTimes } from "./held_times.ts";
import { departmentNotFound } from "./list_departments.ts";
import { timeText } from "./opening_hours.ts";
import { asUnavailable, maxSlotsAtOnce, type SlotsReader } from "./renew_slots.ts";
import { readTakenPlaces } from "./taken_places.ts";

const maxDepartments = 20;
/** The days that are searched, in parts: most searches end in the first one. */
const partsOfDays = [2, 7, 22];

const listForm = say("mustBe", {
  what: `1 to ${maxDepartments} ids of departments, with commas between them`,
});

/** Input of a search for the first free slots. */
export const findSlotsInput = z.object({
  departmentIds: z.string({ error: requiredOr(listForm) })
    .transform((text, context) => {
      const ids = [
        ...new Set(text.split(",").map((id) => /^\d{1,15}$/.test(id) ? Number(id) : -1)),
      ];
      if (!ids.includes(-1) && ids.length <= maxDepartments) return ids;
      context.addIssue({ code: "custom", message: inSchema(listForm) });
      return z.NEVER;
    })
    .meta({
      type: "string",
      pattern: "^\\d{1,15}(,\\d{1,15})*$",
      description:
        `The departments to search, 1 to ${maxDepartments}, with commas between their ids`,
      examples: ["1,2"],
    }),
  from: queriedBound("00:00:00").optional().meta({
    ...forms.dateTimeOrDate,
    description:
      "Only slots that begin at or after this local date-time; a date means its 00:00:00. Without it, from now on",
    examples: ["2030-03-05T12:00:00"],
  }),
  limit: wholeNumberField(1, 100, "The maximum number of slots", 10).default(10),
});

/** A free slot that a search found. */
export const foundSlotView = z
  .object({
    departmentId: id("Id of the department", 1),
    slotTime: localDateTime("Start of the slot", "2030-03-05T14:30:00"),
    remainingSlots: count("Free places in the slot", 2),
    workerIds: z.array(z.int().min(1)).meta({
      description:
        "The workers who can take it. The booking must name one of them. Empty if the department is not booked by worker",
      examples: [[3, 4]],
    }),
  })
  .meta({ id: "FoundSlot", description: "A free slot" });
export type FoundSlot = z.output<typeof foundSlotView>;

type SearchPorts = Clock & { departments: Departments; holds: HeldTimes; heavyWork?: HeavyWork };

/**
 * Finds the first free slots of several departments in the 31 days from a time on, by their time and then by the id of the
 * department (core/departments/README.md 11). Throws VALIDATION_ERROR, INVALID_DATE_FORMAT, DEPARTMENT_NOT_FOUND or
 * SERVICE_UNAVAILABLE.
 */
export async function findSlots(
  ports: SearchPorts,
  caller: SlotsReader,
  input: unknown,
): Promise<FoundSlot[]> {
  const { departmentIds, from: given, limit } = parseInput(findSlotsInput, input);
  const now = ports.now();
  const from = given ?? now.toZonedDateTimeISO(caller.timeZone).toPlainDateTime();
  const last = from.toPlainDate().add({ days: 30 });
  if (last.year > 9999) throw validationError({ field: "from", message: say("lastYear") });
  const searched = await Promise.all(
    departmentIds.toSorted((a, b) => a - b).map(async (id) => {
      const found = await ports.departments.findWithWorkers(caller.organizationId, id);
      if (!found?.department.isActive) throw departmentNotFound();
      return found;
    }),
  );
  const slots: FreeSlot[] = [];
  let date = from.toPlainDate();
  for (const days of partsOfDays) {
    const dates = Array.from({ length: days }, (_, i) => date.add({ days: i }));
    slots.push(...await searchDays(ports, caller, { searched, dates, from, now, limit }));
    if (slots.length >= limit) break;
    date = date.add({ days });
  }
  return slots.slice(0, limit).map(toFoundSlot);
}

/** A free slot. Its workers are listed only if the answer has it. */
interface FreeSlot {
  department: Department;
  slotTime: string;
  remainingSlots: number;
  slot: EvaluatedSlot;
}

function toFoundSlot({ department, slotTime, remainingSlots, slot }: FreeSlot): FoundSlot {
  const workerIds = department.showAdminsInBooking ? [...freeWorkersOf(slot, department)] : [];
  return { departmentId: department.id, slotTime, remainingSlots, workerIds };
}

interface DaysSearch {
  searched: readonly DepartmentWithWorkers[];
  dates: readonly Temporal.PlainDate[];
  from: Temporal.PlainDateTime;
  now: Temporal.Instant;
  /** Of each department, slots after so many are not needed. */
  limit: number;
}

/** Returns the first free slots of some days in their order. Many slots wait for a turn among the heavy work. */
async function searchDays(
  ports: SearchPorts,
  caller: SlotsReader,
  search: DaysSearch,
): Promise<FreeSlot[]> {
  const perDay = search.searched.map(({ department }) => 1440 / department.slotInterval);
  const count = search.dates.length * perDay.reduce((sum, one) => sum + one, 0);
  const find = async (pace: Pace) => {
    const lists: FreeSlot[][] = [];
    for (const found of search.searched) {
      lists.push(await freeSlots(ports, caller, { ...search, found, pace }));
    }
    return lists.flat().toSorted((a, b) =>
      a.slotTime < b.slotTime ? -1 : a.slotTime > b.slotTime ? 1 : a.department.id - b.department.id
    );
  };
  if (count <= maxSlotsAtOnce) return await find(unpaced);
  const { organizationId, requireStill } = caller;
  const request = { kind: "desk" as const, organizationId, ...(requireStill && { requireStill }) };
  return await inTurn(ports, request, find).catch(asUnavailable);
}

/** Returns the first free slots of a department. */
async function freeSlots(
  { departments, holds }: SearchPorts,
  { organizationId, environment, timeZone }: SlotsReader,
  { found, dates, from, now, limit, pace }: Omit<DaysSearch, "searched"> & {
    found: DepartmentWithWorkers;
    pace: Pace;
  },
): Promise<FreeSlot[]> {
  const { department } = found;
  const days = { from: dates[0]!, to: dates.at(-1)! };
  const taken = await readTakenPlaces(
    { departments, holds },
    { organizationId, environment },
    { department, ...days, now, isByWorker: department.showAdminsInBooking, signal: pace.signal },
  );
  const evaluate = createDayEvaluator({ ...found, ...days, timeZone, now, taken });
  const earliest = formatLocalDateTime(from);
  const free: FreeSlot[] = [];
  for (const date of dates) {
    const day = date.toString();
    for (const slot of evaluate(date)) {
      const { minute, verdict: { remainingSlots, unavailabilityReason } } = slot;
      const slotTime = `${day}T${timeText(minute)}:00`;
      if (unavailabilityReason !== null || slotTime < earliest) continue;
      free.push({ department, slotTime, remainingSlots, slot });
      if (free.length === limit) return free;
    }
    if (pace.isDue()) await pace.pause();
  }
  return free;
}
