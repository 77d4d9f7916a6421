import { bookAppointmentInput, type Fault, faultOf, validationError } from "../../core/mod.ts";
import { readJsonBody } from "../http/json_body.ts";
import type { Call } from "./endpoint.ts";

const idempotencyKey = "Idempotency-Key";

/** Reads the fields of a body and the header `Idempotency-Key`. Throws VALIDATION_ERROR for both together. */
export async function readIdempotentBody(call: Call): Promise<Record<string, unknown>> {
  const key = readKey(call);
  const { object, fault } = await readJsonBody(call.request);
  if (fault) throw validationError(fault, ...idempotencyFaults(key));
  // The header comes last, so that it replaces a body field of the same name.
  return { ...object, [idempotencyKey]: key };
}

/** Returns the key. Several different ones stay a list, which the domain refuses together with the other faults. */
function readKey({ request, conflictingHeaders }: Call): string | string[] | undefined {
  const key = request.headers.get(idempotencyKey) ?? undefined;
  const isConflicting = conflictingHeaders?.includes(idempotencyKey.toLowerCase()) ?? false;
  return key !== undefined && isConflicting ? [key] : key;
}

function idempotencyFaults(key: string | string[] | undefined): Fault[] {
  const { error } = bookAppointmentInput.shape[idempotencyKey].safeParse(key);
  return (error?.issues ?? []).map(({ message }) => faultOf({ path: [idempotencyKey], message }));
}
