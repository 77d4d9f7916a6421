import { z } from "zod";
import type { ReadAppointment } from "../booking/appointment.ts";
import { findByShortNumber, readShortNumber } from "../booking/short_number.ts";
import { DomainError } from "../errors.ts";
import { inSchema, nameField, parseInput, requiredOr } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { say } from "../messages.ts";
import { isNamed } from "../search.ts";
import { arrivalRefusal } from "../visits/arrival_time.ts";
import { countGuess, countWrongCode } from "./public_limits.ts";
import type { ScreenCaller } from "./screen.ts";
import { isServed, type KioskAnswer, type KioskPorts, ticketOf } from "./serve_kiosk.ts";

/** Input of an arrival at a kiosk. */
const codeInput = z.object({
  code: nameField(255, "The code of the appointment, or its short number"),
});

/** The same where the kiosk takes names. */
const nameInput = z.object({
  name: nameField(255, "The name of the person"),
  time: z.string({ error: requiredOr("timeForm") })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, inSchema("timeForm")),
});

interface Received {
  input: unknown;
  ipAddress: string;
}

/**
 * Notes that a person with an appointment has come. The same input again gets the same number. Throws VALIDATION_ERROR,
 * FORBIDDEN if the kiosk takes no names, or RATE_LIMIT_EXCEEDED after too many wrong ones.
 */
export async function arriveAtKiosk(
  ports: KioskPorts,
  caller: ScreenCaller,
  { input: received, ipAddress }: Received,
): Promise<KioskAnswer> {
  const hasName = typeof received === "object" && received !== null && "name" in received;
  const input = hasName ? parseInput(nameInput, received) : parseInput(codeInput, received);
  const search = searchOf(ports, caller, input);
  const takeBack = search.isGuessable
    ? await countGuess(ports, { kiosk: caller.tokenHash, ipAddress })
    : undefined;
  const found = await search.find();
  if (!found) {
    if (!search.isGuessable) await countWrongCode(ports, caller.tokenHash);
    return { answer: search.unknown };
  }
  await takeBack?.();
  return await arriveFor(ports, caller, { found, ipAddress });
}

interface Search {
  /** Whether a few thousand attempts would find an appointment by chance. */
  isGuessable: boolean;
  unknown: "UNKNOWN_CODE" | "UNKNOWN_NUMBER" | "UNKNOWN_NAME";
  find(): Promise<ReadAppointment | undefined>;
}

function searchOf(
  ports: KioskPorts,
  caller: ScreenCaller,
  input: z.infer<typeof codeInput | typeof nameInput>,
): Search {
  if ("name" in input) {
    if (!caller.takesNames) throw new DomainError("FORBIDDEN", say("noNames"));
    const find = () => findByName(ports, caller, input);
    return { isGuessable: true, unknown: "UNKNOWN_NAME", find };
  }
  const number = readShortNumber(input.code);
  if (number === undefined) {
    const find = () => findByCode(ports, caller, input.code);
    return { isGuessable: false, unknown: "UNKNOWN_CODE", find };
  }
  const { timeZone } = caller;
  const find = () => findByShortNumber(ports, caller, { number, now: ports.now(), timeZone });
  return { isGuessable: true, unknown: "UNKNOWN_NUMBER", find };
}

async function findByCode(
  { appointments }: KioskPorts,
  { organizationId, environment }: ScreenCaller,
  code: string,
): Promise<ReadAppointment | undefined> {
  const found = await appointments.findByQrCode(organizationId, code);
  return found?.environment === environment ? found : undefined;
}

/** The appointments of one minute in all departments are few. */
const maxOfMinute = 500;

/** Returns the scheduled appointment of today with this name and time; undefined if there is none, or more than one. */
async function findByName(
  { appointments, now }: KioskPorts,
  { timeZone, ...scope }: ScreenCaller,
  { name, time }: { name: string; time: string },
): Promise<ReadAppointment | undefined> {
  const from = now().toZonedDateTimeISO(timeZone).toPlainDate().toPlainDateTime(time);
  const range = { from, to: from.add({ minutes: 1 }), limit: maxOfMinute };
  const named = (await appointments.between(scope, range))
    .filter((one) => one.status === "SCHEDULED" && isNamed(one.name, name));
  return named.length === 1 ? named[0] : undefined;
}

/** Notes the arrival for an appointment, unless it is not any more where it was read. Then it is read again. */
async function arriveFor(
  ports: KioskPorts,
  caller: ScreenCaller,
  { found, ipAddress }: { found: ReadAppointment; ipAddress: string },
): Promise<KioskAnswer> {
  const { departmentId, departmentName: department } = found;
  if (!isServed(departmentId, caller)) return { answer: "ANOTHER_DEPARTMENT", department };
  const from = { dateTime: formatLocalDateTime(found.dateTime), departmentId };
  const input = { environment: caller.environment, appointmentId: found.id, from };
  try {
    return await ticketOf(ports, caller, { input, ipAddress });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "CONFLICT") throw error;
    const now = (await ports.appointments.find(caller, found.id))!;
    const isThere = now.dateTime.equals(found.dateTime) && now.departmentId === departmentId;
    if (!isThere) return await arriveFor(ports, caller, { found: now, ipAddress });
    return await untimely(ports, caller, now) ?? { answer: "NOT_OPEN" };
  }
}

/** Returns the answer if it is too early or too late for an appointment; undefined if it is not. */
async function untimely(
  { visits, now: clock }: KioskPorts,
  { timeZone, ...scope }: ScreenCaller,
  { departmentId, dateTime }: Pick<ReadAppointment, "departmentId" | "dateTime">,
): Promise<KioskAnswer | undefined> {
  const now = clock();
  const [queue] = await visits.queues(scope, { departmentIds: [departmentId], now, timeZone });
  const { date: businessDate, rules } = queue!;
  const refusal = arrivalRefusal(dateTime, { businessDate, rules, now, timeZone });
  if (!refusal) return undefined;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const when = { dateTime: formatLocalDateTime(dateTime) };
  return refusal.why === "TOO_EARLY" && dateTime.toPlainDate().equals(today)
    ? { answer: "TOO_EARLY", ...when, from: formatLocalDateTime(refusal.from) }
    : { answer: "ANOTHER_DAY", ...when };
}
