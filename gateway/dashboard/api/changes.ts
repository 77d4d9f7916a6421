import { client } from "./client.ts";
import { hasErrorCode, isUnanswered, NoAnswerError, OfflineError, StoppedError } from "./errors.ts";
import { isOffline } from "./network.ts";
import type { Input, MutationPath, Output } from "./types.ts";

/** The running changes of the open dialogs, the topmost dialog last. */
const dialogs: Set<AbortController>[] = [];

/**
 * Notes that a dialog is open. Changes that begin while it is the topmost one belong to it. The returned function stops
 * those that have no answer yet, and returns how many there were.
 */
export function beginDialog(): () => number {
  const running = new Set<AbortController>();
  dialogs.push(running);
  return () => {
    dialogs.splice(dialogs.indexOf(running), 1);
    const stopped = running.size;
    for (const controller of running) controller.abort();
    return stopped;
  };
}

/** Lets the running changes of the topmost dialog finish, although the dialog closes: the user goes on with the next act. */
export function letChangesFinish(): void {
  dialogs.at(-1)?.clear();
}

/**
 * The `Idempotency-Key` of a form, or of an act on one subject. It stays the same until an answer has come, also if the
 * input is changed meanwhile. So the service does the change at most once, however often the user tries again.
 */
export class ChangeKeys {
  readonly #keys = new Map<unknown, string>();

  of(input: unknown): string {
    const subject = subjectOf(input);
    const key = this.#keys.get(subject) ?? randomKey();
    this.#keys.set(subject, key);
    return key;
  }

  /** Ends the key after an answer. Without an answer the key stays, because the change may have been done. */
  settle(input: unknown): void {
    this.#keys.delete(subjectOf(input));
  }
}

/** Throws OfflineError if the browser has no network. An action calls it before it reads what it needs. */
export function requireNetwork(): void {
  if (isOffline()) throw new OfflineError();
}

/** Sends a change, once. Throws OfflineError at once if the browser has no network. */
export async function sendChange<P extends MutationPath>(
  path: P,
  input: Input<P>,
  keys: ChangeKeys,
): Promise<Output<P>> {
  requireNetwork();
  const controller = new AbortController();
  const dialog = dialogs.at(-1);
  dialog?.add(controller);
  const { signal } = controller;
  try {
    const idempotencyKey = keys.of(input);
    const output = await client.mutation(path, input, { signal, context: { idempotencyKey } });
    keys.settle(input);
    return output as Output<P>;
  } catch (error) {
    if (signal.aborted) throw new StoppedError();
    if (hasErrorCode(error, "UNREACHABLE")) throw new NoAnswerError("", { cause: error });
    if (!isUnanswered(error)) keys.settle(input);
    throw error;
  } finally {
    dialog?.delete(controller);
  }
}

/** Not `crypto.randomUUID`, which browsers have only on https and localhost. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function subjectOf(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return "form";
  if ("id" in input) return input.id;
  return "appointmentId" in input && input.appointmentId ? input.appointmentId : "form";
}
