import { pick, randomFrom } from "../random.ts";

/** Everything that happens in an office on a day. It depends on nothing but its options. */
export interface DayPlan {
  departments: PlannedDepartment[];
  counters: PlannedCounter[];
  people: PlannedPerson[];
}

export interface PlannedDepartment {
  name: string;
  toleranceMinutes: number;
  maxCalls: number;
  priorities: string[];
}

/** A counter with its worker. */
export interface PlannedCounter {
  desk: string;
  worker: string;
  /** Indexes of departments. The first one is that of the worker. */
  departments: number[];
}

/** How a person says that he or she has come. */
export type Way =
  | "KIOSK"
  | "KIOSK_PAGE"
  | "DESK_CODE"
  | "DESK_ID"
  | "KIOSK_TICKET"
  | "DESK_WALK_IN";

/** What becomes of a call. */
export interface Stage {
  end:
    | "FINISH"
    | "FINISH_WITHOUT_START"
    | "NO_SHOW"
    | "LEAVE"
    | "RETURN"
    | "RETURN_FROM_SERVICE"
    | "TRANSFER"
    | "TRANSFER_FROM_SERVICE";
  /** From the call that the person hears to the counter. */
  walkSeconds: number;
  handlingSeconds: number;
  /** For a transfer: the index of the other department. */
  to: number;
}

export interface PlannedPerson {
  name: string;
  /** The index of the department. */
  department: number;
  /** The time of the appointment in minutes after midnight; null without one. */
  due: number | null;
  /** In minutes after midnight; null for a person who never comes. */
  arrives: number | null;
  way: Way;
  priority: string | null;
  /** Minutes after which a person who still waits leaves; null for never. */
  patience: number | null;
  /** The desk noted the arrival by mistake, and undoes it at once. */
  isMistake: boolean;
  /** One for each time that the person is called. The last one ends the visit. */
  stages: Stage[];
}

export interface DayOptions {
  seed: number;
  /** Number of people who come. */
  visits: number;
  departments: number;
  workers: number;
  /** In minutes after midnight. */
  opens: number;
  /** Nobody comes later. */
  lastArrival: number;
  /** The median time of a service. */
  handlingMinutes: number;
}

const officeNames = [
  "Residents' Registration",
  "Passports and ID Cards",
  "Driving Licences",
  "Parking Permits",
  "Birth and Marriage",
  "Trade Licences",
];
const firstNames = ["Amira", "Boris", "Chiara", "Deniz", "Elif", "Farid", "Greta", "Hanna", "Ivo"];
/** No other text of the office contains one of these names. */
export const lastNames = [
  "Quastenberg",
  "Zwirnlein",
  "Oberhuemer",
  "Yildizhan",
  "Vrabcova",
  "Xanthopoulos",
  "Jurkovic",
  "Nwachukwu",
];
const slotMinutes = 15;
/** Places of a slot in a department. */
export const slotCapacity = 12;

/** Makes the plan of a day. The same options give the same plan. */
export function planDay(options: DayOptions): DayPlan {
  const random = randomFrom(options.seed);
  const departments = officeNames.slice(0, options.departments).map((name, i) => ({
    name,
    toleranceMinutes: [15, 10, 5, 0, 30, 15][i]!,
    maxCalls: [3, 2, 3, 2, 3, 2][i]!,
    priorities: i % 2 === 0 ? ["Wheelchair", "With a baby"] : [],
  }));
  const counters = Array.from({ length: options.workers }, (_, i) => {
    const own = i % departments.length;
    // Each fourth counter helps the next department.
    const other = (own + 1) % departments.length;
    return {
      desk: String(i + 1),
      worker: `Worker ${i + 1}`,
      departments: i % 4 === 3 && other !== own ? [own, other] : [own],
    };
  });
  const taken = new Map<string, number>();
  const people: PlannedPerson[] = [];
  for (let coming = 0; coming < options.visits;) {
    const person = planPerson({ ...options, random, departments, taken });
    people.push(person);
    if (person.arrives !== null) coming += 1;
  }
  return { departments, counters, people };
}

interface Drawing extends Omit<DayOptions, "departments"> {
  random: () => number;
  departments: readonly PlannedDepartment[];
  /** The taken places of each slot. */
  taken: Map<string, number>;
}

function planPerson(drawing: Drawing): PlannedPerson {
  const { random, departments } = drawing;
  const department = Math.floor(random() * departments.length);
  const isBooked = random() < 0.7;
  const due = isBooked ? drawSlot(drawing, department) : null;
  const { priorities } = departments[department]!;
  const isMistake = random() < 0.01;
  const hasPriority = priorities.length > 0 && random() < 0.06;
  return {
    name: `${pick(firstNames, random)} ${pick(lastNames, random)}`,
    department,
    due,
    arrives: due === null ? drawMoment(drawing) : drawArrival(drawing, due),
    way: isMistake || hasPriority ? due === null ? "DESK_WALK_IN" : "DESK_ID" : pick(
      due === null
        ? ["KIOSK_TICKET", "KIOSK_TICKET", "DESK_WALK_IN"] as const
        : ["KIOSK", "KIOSK", "KIOSK", "KIOSK_PAGE", "DESK_CODE", "DESK_ID"] as const,
      random,
    ),
    priority: hasPriority ? pick(priorities, random) : null,
    patience: random() < 0.04 ? 5 + random() * 20 : null,
    isMistake,
    stages: isMistake ? [stage(drawing, "NO_SHOW")] : drawStages(drawing, department),
  };
}

/** Draws a moment of the day: more people come in the middle of the morning and of the afternoon. */
function drawMoment({ random, opens, lastArrival }: Drawing): number {
  for (;;) {
    const share = random();
    const busy = 0.55 + 0.45 * Math.sin(share * 4 * Math.PI - Math.PI / 2);
    if (random() < Math.max(busy, 0.3)) return opens + share * (lastArrival - opens);
  }
}

/** Draws a slot that has a free place. */
function drawSlot(drawing: Drawing, department: number): number {
  for (;;) {
    const slot = Math.floor(drawMoment(drawing) / slotMinutes) * slotMinutes;
    const key = `${department} ${slot}`;
    const count = drawing.taken.get(key) ?? 0;
    if (count >= slotCapacity) continue;
    drawing.taken.set(key, count + 1);
    return slot;
  }
}

/** Draws the arrival of a person with an appointment: most come early, some very early or late, a few never. */
function drawArrival({ random, opens }: Drawing, due: number): number | null {
  const kind = random();
  if (kind < 0.04) return null;
  const minutes = kind < 0.12
    ? -20 - random() * 25
    : kind < 0.22
    ? 1 + random() * 11
    : kind < 0.26
    ? 18 + random() * 20
    : -1 - random() * 13;
  return Math.max(opens - 4, due + minutes);
}

function drawStages(drawing: Drawing, department: number): Stage[] {
  const { random, departments } = drawing;
  const to = (department + 1 + Math.floor(random() * (departments.length - 1))) %
    departments.length;
  const last = stage(drawing, random() < 0.1 ? "FINISH_WITHOUT_START" : "FINISH");
  const kind = random();
  if (kind < 0.05) return [stage(drawing, "NO_SHOW")];
  if (kind < 0.065) return [stage(drawing, "LEAVE")];
  if (kind < 0.085) return [stage(drawing, "RETURN"), last];
  if (kind < 0.1) return [stage(drawing, "RETURN_FROM_SERVICE"), last];
  if (to === department) return [last];
  if (kind < 0.12) return [{ ...stage(drawing, "TRANSFER"), to }, last];
  if (kind < 0.15) return [{ ...stage(drawing, "TRANSFER_FROM_SERVICE"), to }, last];
  return [last];
}

function stage({ random, handlingMinutes }: Drawing, end: Stage["end"]): Stage {
  // A few services take several times as long as the median.
  const factor = Math.min(3.5, Math.exp((random() + random() + random() - 1.5) * 0.9));
  return {
    end,
    walkSeconds: 15 + random() * 45,
    handlingSeconds: handlingMinutes * 60 * factor,
    to: -1,
  };
}
