import { type Application, DomainError, operator } from "../../core/mod.ts";
import { demoNames } from "./demo_appointments.ts";

const ipAddress = "127.0.0.1";
const days = 14;
const saturday = 6;
const times = ["09:00:00", "10:30:00", "11:00:00", "14:30:00"];

/** The credits that the past costs: 40 bookings, of which 5 are cancelled. */
export const creditsOfPast = 35;

interface PastOptions {
  organizationId: number;
  today: Temporal.PlainDate;
  departmentId: number;
  /** Signs in to set what became of the appointments. */
  owner: { email: string; password: string };
  clerkEmail: string;
}

/**
 * Adds a clerk, and 40 appointments of the last two weeks with phone numbers: most completed, some missed or cancelled.
 * Each step can be repeated after a killed start.
 */
export async function addDemoPast(
  application: Application,
  { organizationId, today, departmentId, owner, clerkEmail }: PastOptions,
): Promise<void> {
  await application.createStaffUser(organizationId, {
    email: clerkEmail,
    name: "Clara Schmidt",
    role: "STAFF",
  }).catch(ignoreConflict);
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
  const { caller } = await application.signIn({ ipAddress }, owner);
  const { staff } = application;
  await Promise.all(booked.map(async ({ appointment: { id } }, i) => {
    await staff.updateAppointment(caller, { id, phone: `+49 30 55501${10 + i}` })
      .catch(ignoreConflict);
    const settle = i % 8 === 5
      ? staff.markMissed
      : i % 8 === 6
      ? staff.cancelAppointment
      : staff.completeAppointment;
    await settle(caller, { id }).catch(ignoreConflict);
  }));
  await application.signOut(caller);
}

/** Returns the times of the ten workdays in the last two weeks. */
function pastTimes(today: Temporal.PlainDate): string[] {
  return Array.from({ length: days }, (_, i) => today.subtract({ days: days - i }))
    .filter(({ dayOfWeek }) => dayOfWeek < saturday)
    .flatMap((date) => times.map((time) => `${date.toString()}T${time}`));
}

/** The step was done by the start that was killed. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== "CONFLICT") throw error;
}
