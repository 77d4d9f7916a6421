import { initTRPC } from "@trpc/server";
import type { z } from "zod";
import {
  requirePermission,
  type StaffApplication,
  type StaffCaller,
  type StaffUseCase,
} from "../../core/mod.ts";
import type { Context } from "./request_context.ts";
import { idempotencyHeader } from "./requested_calls.ts";
import { shapeOf } from "./errors.ts";

const t = initTRPC.context<Context>().create({
  errorFormatter: ({ error }) => shapeOf(error),
  // Error texts do not depend on NODE_ENV.
  isDev: false,
});

/** Creates a router. */
export const { router } = t;

/** A procedure without authentication. */
export const openProcedure = t.procedure;

/** A procedure for signed-in callers. Checks the session (401) and then counts the call (429). */
export const signedInProcedure = t.procedure.use(async ({ ctx, next }) => {
  const caller = await ctx.authenticate();
  await ctx.sessions.count(caller, ctx.callerState);
  return next({ ctx: { caller } });
});

/** Selects the use case of a procedure. */
type UseCaseOf<R> = (staff: StaffApplication) => StaffUseCase<R>;

/**
 * Creates a query over a use case. Checks session, limit and permission. The use case validates the input. Without a schema
 * there is no input.
 */
export function staffQuery<R, S extends z.ZodType = z.ZodVoid>(
  useCaseOf: UseCaseOf<R>,
  schema?: S,
) {
  return staffProcedure(useCaseOf)
    .input(unparsedInput(schema))
    .query(({ ctx, input }) => call(ctx, input));
}

/** Creates a mutation over a use case, like `staffQuery`. */
export function staffMutation<R, S extends z.ZodType = z.ZodVoid>(
  useCaseOf: UseCaseOf<R>,
  schema?: S,
) {
  return staffProcedure(useCaseOf)
    .input(unparsedInput(schema))
    .mutation(({ ctx, input }) => call(withKey(ctx), input));
}

/** Adds the `Idempotency-Key` of the request to its caller (gateway/trpc/README.md 4). */
export function withKey<C extends Context & { caller: StaffCaller }>(ctx: C): C {
  const idempotencyKey = ctx.request.headers.get(idempotencyHeader);
  return idempotencyKey === null ? ctx : { ...ctx, caller: { ...ctx.caller, idempotencyKey } };
}

/** Counts the weight of the call, except for the 1 that was counted with the session, and runs the use case. */
async function call<R>(
  ctx: Context & { caller: StaffCaller; useCase: StaffUseCase<R> },
  input: unknown,
): Promise<R> {
  const { application, sessions, callerState, request, requireStill, useCase, caller } = ctx;
  const weight = useCase.weightOf(input);
  await sessions.count(caller, callerState, weight - 1);
  const result = await useCase({ ...caller, signal: request.signal, requireStill }, input);
  // Each large result is serialized in its own turn of the event loop, even if several calls end together.
  if (ctx.isBatch || weight > 1) await application.nextTurn();
  return result;
}

/** Checks the permission before the input is read, so that a caller without it learns nothing about the input. */
function staffProcedure<R>(useCaseOf: UseCaseOf<R>) {
  return signedInProcedure.use(({ ctx, next }) => {
    const useCase = useCaseOf(ctx.application.staff);
    requirePermission(ctx.caller, useCase.permission);
    ctx.permissions.add(useCase.permission);
    return next({ ctx: { useCase } });
  });
}

/**
 * Passes the input on unchanged, with the type that `schema` gives to clients. The use case validates it, so that all
 * faults are in one answer and in the same words as in REST.
 */
export function unparsedInput<S extends z.ZodType = z.ZodVoid>(_schema?: S) {
  return (input: unknown) => input as z.input<S>;
}

/** Wraps a use case without a result so that it returns an empty object: JSON has no `undefined`. */
export function withEmptyResult(
  useCase: StaffUseCase<void>,
): StaffUseCase<Record<string, never>> {
  const { permission, weightOf } = useCase;
  return Object.assign(
    async (caller: StaffCaller, input: unknown) => {
      await useCase(caller, input);
      return {};
    },
    { permission, weightOf },
  );
}
