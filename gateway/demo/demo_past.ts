import {
  type Application,
  type AppointmentView,
  DomainError,
  operator,
  type StaffCaller,
} from "../../core/mod.ts";
import { demoNames } from "./demo_appointments.ts";

const days = 14;
const saturday = 6;
const times = ["09:00:00", "10:30:00", "11:00:00", "14:30:00"];

// Changes of one organization run one after the other. None may wait for 5 s, also on a busy machine.
const changesAtOnce = 8;

/** The credits that the past costs: 40 bookings, of which 5 are cancelled. */
export const creditsOfPast = 35;

/** An appointment of the past, with its outcome. */
export interface PastVisit extends AppointmentView {
  status: "COMPLETED" | "MISSED" | "CANCELLED";
  phone: string;
}

/**
 * Adds 40 appointments of the last two weeks with phone numbers: most completed, some missed or cancelled. `caller`
 * sets their outcome. Each step can be repeated after a killed start.
 */
export async function addDemoPast(
  application: Application,
  caller: StaffCaller,
  { today, departmentId }: { today: Temporal.PlainDate; departmentId: number },
): Promise<PastVisit[]> {
  const { organizationId } = caller;
  const scope = { organizationId, environment: "LIVE", actor: operator } as const;
  // Concurrently: the booking gate writes them in one or two transactions.
  const booked = await Promise.all(
    pastTimes(today).map((dateTime, i) =>
      application.bookAppointment(scope, {
        departmentId,
        dateTime,
        name: demoNames[i % demoNames.length]!,
        "Idempotency-Key": `demo-past-${i}`,
      })
    ),
  );
  const { staff } = application;
  const settle = {
    COMPLETED: staff.completeAppointment,
    MISSED: staff.markMissed,
    CANCELLED: staff.cancelAppointment,
  };
  const visits = booked.map(({ appointment }, i) => toVisit(appointment, i));
  for (let done = 0; done < visits.length; done += changesAtOnce) {
    const some = visits.slice(done, done + changesAtOnce);
    await Promise.all(some.map(async ({ id, phone, status }) => {
      await staff.updateAppointment(caller, { id, phone }).catch(ignoreConflict);
      await settle[status](caller, { id }).catch(ignoreConflict);
    }));
  }
  return visits;
}

function toVisit(appointment: AppointmentView, turn: number): PastVisit {
  const status = turn % 8 === 5 ? "MISSED" : turn % 8 === 6 ? "CANCELLED" : "COMPLETED";
  return { ...appointment, status, phone: `+49 30 55501${10 + turn}` };
}

/** Returns the times of the ten workdays in the last two weeks. */
function pastTimes(today: Temporal.PlainDate): string[] {
  return Array.from({ length: days }, (_, i) => today.subtract({ days: days - i }))
    .filter(({ dayOfWeek }) => dayOfWeek < saturday)
    .flatMap((date) => times.map((time) => `${date.toString()}T${time}`));
}

/** Ignores that the step was done by the start that was killed. */
export function ignoreConflict(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== "CONFLICT") throw error;
}
