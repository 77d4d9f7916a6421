import type { PlannedPerson, Stage } from "./day_plan.ts";

/** How a visit of a person ended. */
export type End = "SERVED" | "LEFT" | "NO_SHOW" | "CANCELLED";

/** A person who comes, or does not. */
export interface Visitor {
  plan: PlannedPerson;
  /** The index of the department where the person is now. */
  department: number;
  /** The booked appointment; null without one. */
  appointment: { id: number; qrCode: string } | null;
  /** Null before the arrival. */
  number: number | null;
  /** The stages that were not played yet. */
  stages: Stage[];
  /** The ends of the parts of the stay so far. */
  ends: End[];
  hasEnded: boolean;
  /** Resolves when the stay has ended. */
  ended: Promise<void>;
  /** Notes the end of a part of the stay. */
  endPart(end: End): void;
  /** Notes the end of the stay. */
  end(end: End): void;
}

/** Everybody of a day. */
export interface Visitors {
  all: readonly Visitor[];
  /** Notes the number of a person. Throws if somebody has it. */
  arrived(visitor: Visitor, number: number): void;
  /** Returns the person with a number. A counter may call it before the kiosk has shown it. */
  withNumber(number: number): Promise<Visitor>;
  /** Number of people who are expected and have not left. */
  remaining(): number;
}

/** Makes the visitors of a day. */
export function createVisitors(people: readonly PlannedPerson[]): Visitors {
  const byNumber = new Map<number, PromiseWithResolvers<Visitor>>();
  let remaining = people.filter(({ arrives }) => arrives !== null).length;
  function entryOf(number: number): PromiseWithResolvers<Visitor> {
    let entry = byNumber.get(number);
    if (!entry) byNumber.set(number, entry = Promise.withResolvers());
    return entry;
  }
  return {
    all: people.map((plan) => createVisitor(plan, () => remaining -= 1)),
    arrived(visitor, number) {
      if (visitor.number !== null && visitor.number !== number) {
        throw new Error(`One person got the numbers ${visitor.number} and ${number}`);
      }
      visitor.number = number;
      entryOf(number).resolve(visitor);
    },
    withNumber: (number) => entryOf(number).promise,
    remaining: () => remaining,
  };
}

function createVisitor(plan: PlannedPerson, onEnd: () => void): Visitor {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const visitor: Visitor = {
    plan,
    department: plan.department,
    appointment: null,
    number: null,
    stages: [...plan.stages],
    ends: [],
    hasEnded: false,
    ended,
    endPart: (end) => void visitor.ends.push(end),
    end(end) {
      if (visitor.hasEnded) throw new Error(`Number ${visitor.number} has ended twice`);
      visitor.ends.push(end);
      visitor.hasEnded = true;
      onEnd();
      resolve();
    },
  };
  return visitor;
}
