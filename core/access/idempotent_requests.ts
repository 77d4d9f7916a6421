import type { AuditAction, RequestClaim } from "../audit/audit_record.ts";
import { type AlreadyDone, DomainError, validationError } from "../errors.ts";
import type { Clock, Hashing, Randomness } from "../platform.ts";
import { randomBase62 } from "../random_text.ts";
import { sortedJson } from "../sorted_json.ts";
import type { StaffCaller } from "./caller.ts";
import { say } from "../messages.ts";

/** An `Idempotency-Key` of staff counts for this number of hours, as in the public API. */
export const requestHours = 24;

/** A request of staff that was carried out under an `Idempotency-Key`. */
export interface DoneRequest {
  fingerprint: string;
  /** The first audit record of the request. */
  action: AuditAction;
  subjectId: number;
  environment: "LIVE" | "TEST" | null;
  /** The answer, or what finds it, as JSON; null if it is not stored. */
  answer: string | null;
}

/** Identifies a request: a key counts for one staff user. */
export type RequestRef = Pick<RequestClaim, "organizationId" | "staffUserId" | "key">;

/** Reads the requests that were carried out. The record of a request is written with its audit record. */
export interface DoneRequests {
  /** Finds a request that was carried out after `since`. */
  find(ref: RequestRef, since: Temporal.Instant): Promise<DoneRequest | undefined>;
}

/**
 * What a repeat answers (core/access/README.md 10): the first answer, which the action recorded (`answering`); nothing,
 * because the answer had a secret; or what `R` reads.
 */
export type RepeatAnswer<R> = "first answer" | "secret" | R;

/** A request of a use case. */
export interface StaffRequest<R> {
  useCase: string;
  caller: StaffCaller;
  input: unknown;
  repeat: RepeatAnswer<(done: DoneRequest) => Promise<R>>;
  run(caller: StaffCaller): Promise<R>;
}

const keyForm = /^[\x20-\x7e]{1,255}$/;

/**
 * Returns a caller whose audit record claims the key of its request, or the caller itself without a key. Throws
 * VALIDATION_ERROR if the key is invalid. The fingerprint has no password: nobody must be able to guess it.
 */
export async function withClaim<
  C extends Pick<StaffCaller, "organizationId" | "staffUserId" | "actor" | "idempotencyKey">,
>(
  ports: Hashing & Randomness,
  caller: C,
  request: { useCase: string; input: unknown },
): Promise<C> {
  const { idempotencyKey: key, organizationId, staffUserId } = caller;
  if (key === undefined) return caller;
  if (!keyForm.test(key)) {
    throw validationError({ field: "Idempotency-Key", message: say("idempotencyKeyForm") });
  }
  const fingerprint = await ports.sha256(sortedJson([request.useCase, request.input ?? null]));
  const requestId = randomBase62(22, ports);
  const claim = { organizationId, staffUserId, key, fingerprint, requestId };
  return { ...caller, actor: { ...caller.actor, claim } };
}

/**
 * Carries a request out, or answers again what the same request did before. The record of the key is committed with the
 * action, so a request acts once, however often it is repeated, also at once and after a crash. A refused request is
 * not remembered. Throws VALIDATION_ERROR on `Idempotency-Key` if the key was used with another request.
 */
export async function carryOutOnce<R>(
  ports: Clock & Hashing & Randomness & { doneRequests: DoneRequests },
  request: StaffRequest<R>,
): Promise<R> {
  const caller = await withClaim(ports, request.caller, request);
  const { claim } = caller.actor;
  if (!claim) return await request.run(caller);
  const find = () => ports.doneRequests.find(claim, ports.now().subtract({ hours: requestHours }));
  const before = await find();
  if (before) return await answerAgain(request, claim, before);
  try {
    return await request.run(caller);
  } catch (error) {
    // A repeat at the same time was faster, or the answer of the COMMIT was lost.
    const done = await find().catch(() => undefined);
    if (!done) throw error;
    return await answerAgain(request, claim, done);
  }
}

async function answerAgain<R>(
  { repeat }: StaffRequest<R>,
  claim: RequestClaim,
  done: DoneRequest,
): Promise<R> {
  if (done.fingerprint !== claim.fingerprint) {
    throw validationError({ field: "Idempotency-Key", message: say("keyUsedBefore") });
  }
  if (typeof repeat === "function") return await repeat(done);
  if (repeat === "first answer") return JSON.parse(done.answer!) as R;
  throw alreadyDoneError(done, "secret");
}

const doneKeys = { secret: "doneWithSecret", running: "doneButRunning" } as const;

/** Makes the CONFLICT of a repeat that cannot be answered. */
export function alreadyDoneError(
  { action, subjectId }: DoneRequest,
  alreadyDone: AlreadyDone,
): DomainError {
  const message = say(doneKeys[alreadyDone], { action, id: subjectId });
  return new DomainError("CONFLICT", message, { alreadyDone });
}
