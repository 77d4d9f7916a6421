import type { TestService } from "./seeded.ts";
import { operator } from "../../core/audit/audit_record.ts";

/** The departments that are booked. Their slots hold many. */
export interface BookedTenant {
  organizationId: number;
  departmentIds: number[];
}

let booked = 0;

/** Bookings a second over some time, of as many callers at once. */
export async function bookingRate(
  { application }: TestService,
  { organizationId, departmentIds }: BookedTenant,
  { ms, callers = 64 }: { ms: number; callers?: number },
): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const caller = async () => {
    while (performance.now() - startedAt < ms) {
      const i = booked += 1;
      const dateTime = Temporal.PlainDateTime.from("2031-04-01T00:00")
        .add({ minutes: i * 37 % 200_000 }).toString({ smallestUnit: "second" });
      await application.bookAppointment(
        { organizationId, environment: "LIVE", actor: operator },
        { departmentId: departmentIds[i % departmentIds.length]!, dateTime, name: `Caller ${i}` },
      );
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return Math.round(count / (performance.now() - startedAt) * 1000);
}

/** Runs work again and again until it is stopped; gives how often. */
export function again(work: () => Promise<unknown>): { stop(): Promise<number> } {
  let isStopped = false;
  let times = 0;
  const running = (async () => {
    while (!isStopped) {
      await work();
      times += 1;
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      return times;
    },
  };
}

/** The one in the middle. */
export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}
