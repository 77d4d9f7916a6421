import { bookAppointmentInput, type Fault, validationError } from "../../core/mod.ts";
import { readJsonBody } from "../http/json_body.ts";

const idempotencyKey = "Idempotency-Key";

/** Reads the fields of a body and the header `Idempotency-Key`. Throws VALIDATION_ERROR for both together. */
export async function readIdempotentBody(request: Request): Promise<Record<string, unknown>> {
  const key = request.headers.get(idempotencyKey) ?? undefined;
  const { object, fault } = await readJsonBody(request);
  if (fault) throw validationError(fault, ...idempotencyFaults(key));
  // The header comes last, so that it replaces a body field of the same name.
  return { ...object, [idempotencyKey]: key };
}

function idempotencyFaults(key: string | undefined): Fault[] {
  const { error } = bookAppointmentInput.shape[idempotencyKey].safeParse(key);
  return (error?.issues ?? []).map(({ message }) => ({ field: idempotencyKey, message }));
}
