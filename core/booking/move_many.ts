import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { type Environment, environmentField } from "../environment.ts";
import { reasonOfRefusal } from "../errors.ts";
import {
  idField,
  inSchema,
  localDateTimeField,
  parseInput,
  requiredOr,
  safeParseInput,
} from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import type { Message } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { Appointment } from "./appointment.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import type { BookingGate } from "./booking_gate.ts";
import { changeAppointment, isUndoable, tooLateToUndo } from "./change_status.ts";
import { decideMoving } from "./reschedule_appointment.ts";
import { requireAsSeen } from "./seen_appointment.ts";

/** One request moves at most this many appointments. */
const maxMoves = 100;

const place = z.object({
  dateTime: localDateTimeField,
  workerId: idField("The worker; null for none").nullable(),
}, { error: requiredOr("mustBe", { what: "a time and a worker" }) });

const move = z.object({ id: idField("The appointment"), from: place, to: place }, {
  error: requiredOr("mustBe", { what: "an appointment, from where and to where" }),
});

/** Input of many moves in their departments: from where, as the caller has seen the appointment, and to where. */
export const moveManyInput = z.object({
  environment: environmentField,
  moves: z.array(move, { error: requiredOr("mustBe", { what: "a list of moves" }) })
    .max(maxMoves, inSchema("tooManyEntries", { max: maxMoves })),
});

type Move = z.output<typeof moveManyInput>["moves"][number];

/** What became of many moves. */
export interface MovedManyView {
  /** The ids of the appointments that are where they should be. */
  moved: number[];
  /** The appointments that stay where they are, each with the reason. */
  refused: { id: number; reason: Message }[];
}

/** Returns the number of requests that many moves count as: one for each. */
export function weightOfMoves(input: unknown): number {
  const parsed = safeParseInput(moveManyInput, input);
  return parsed.success ? Math.max(parsed.data.moves.length, 1) : 1;
}

/**
 * Moves SCHEDULED appointments to other times and workers of their departments, each like `rescheduleAppointment` and in a
 * transaction of its own. An appointment that is there already counts as moved, so a repeated request goes on where the
 * first one was cut off (core/booking/README.md 19). Throws VALIDATION_ERROR or SERVICE_UNAVAILABLE.
 */
export async function moveMany(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<MovedManyView> {
  const { environment, moves } = parseInput(moveManyInput, input);
  return await moveEach(ports, caller, { environment, moves });
}

/**
 * Undoes moves of the last 10 minutes: `from` is where the move has put the appointment, and `to` where it was. Only what
 * others have taken meanwhile refuses it (core/booking/README.md 20). Can be repeated like `moveMany`, and throws the same.
 */
export async function undoMoves(
  ports: Clock & { gate: BookingGate; auditLog: AuditLog },
  caller: Caller,
  input: unknown,
): Promise<MovedManyView> {
  const { environment, moves } = parseInput(moveManyInput, input);
  return await moveEach(ports, caller, {
    environment,
    moves,
    requireUndoable: (move) => requireLastMove(ports, caller, move),
  });
}

async function moveEach(
  ports: { gate: BookingGate },
  caller: Caller,
  { environment, moves, requireUndoable }: {
    environment: Environment;
    moves: readonly Move[];
    /** Given for an undo. Throws unless the move can be undone. */
    requireUndoable?: (move: Move) => Promise<void>;
  },
): Promise<MovedManyView> {
  const moved: number[] = [];
  const refused: MovedManyView["refused"] = [];
  const { claim: _, ...actor } = caller.actor;
  const restores = requireUndoable !== undefined;
  for (const [i, move] of moves.entries()) {
    // The last transaction records the Idempotency-Key with the answer. A repeat after a crash before it goes on.
    const isLast = i === moves.length - 1;
    const answer = isLast && { answer: { moved: [...moved, move.id], refused } };
    const by = isLast ? caller : { ...caller, actor };
    try {
      await requireUndoable?.(move);
      await changeAppointment(ports, by, {
        id: move.id,
        environment,
        moveTo: { dateTime: move.to.dateTime, departmentId: null },
        decide(context) {
          const change = decideOne(context, { ...move, restores });
          return change && { ...change, ...answer };
        },
      });
      moved.push(move.id);
    } catch (error) {
      refused.push({ id: move.id, reason: reasonOfRefusal(error) });
    }
  }
  return { moved, refused };
}

function decideOne(
  context: ChangeContext,
  { from, to, restores }: Move & { restores: boolean },
): AppointmentChange | null {
  const { appointment } = context;
  if (isOpenAt(appointment, to)) return null;
  const { departmentId } = appointment;
  requireAsSeen({ ...from, departmentId, status: "SCHEDULED" }, context);
  const desk = { overrideReason: null, takesAnyWorker: false };
  return decideMoving(context, { ...to, desk, restores });
}

function isOpenAt(appointment: Appointment, { dateTime, workerId }: Move["to"]): boolean {
  return appointment.status === "SCHEDULED" && appointment.archivedAt === null &&
    appointment.dateTime.equals(dateTime) && appointment.workerId === workerId;
}

/** Throws CONFLICT unless the last move of an appointment was the reverse of this one, not more than 10 minutes ago. */
async function requireLastMove(
  { auditLog, now }: Clock & { auditLog: AuditLog },
  { organizationId }: Pick<Caller, "organizationId">,
  { id, from, to }: Move,
): Promise<void> {
  const history = await auditLog.historyOf(organizationId, { kind: "appointment", id });
  const last = history.findLast(({ action }) => action === "appointment.rescheduled");
  const was = (field: string) => last?.changes.find((change) => change.field === field);
  const [time, worker] = [was("dateTime"), was("workerId")];
  const isMove = (one: Move["to"], other: Move["to"]) =>
    isChange(time, formatLocalDateTime(one.dateTime), formatLocalDateTime(other.dateTime)) &&
    isChange(worker, one.workerId, other.workerId);
  // A repeated undo finds its own move.
  if (last && isUndoable(last.at, now()) && (isMove(to, from) || isMove(from, to))) return;
  throw tooLateToUndo();
}

/** Returns whether a field was changed from a value to another one. A field without a change has kept its value. */
function isChange(
  change: { before?: unknown; after?: unknown } | undefined,
  before: unknown,
  after: unknown,
): boolean {
  return change ? change.before === before && change.after === after : before === after;
}
