import { initTRPC } from "@trpc/server";
import type { z } from "zod";
import {
  requireRole,
  type StaffApplication,
  type StaffCaller,
  type StaffUseCase,
} from "../../core/mod.ts";
import type { Context } from "./context.ts";
import { shapeOf } from "./errors.ts";

const t = initTRPC.context<Context>().create({
  errorFormatter: ({ error }) => shapeOf(error),
  // No text of ours depends on how the process was started.
  isDev: false,
});

/** Makes a router. */
export const { router } = t;

/** Open to anybody. */
export const openProcedure = t.procedure;

/** Of those who are signed in: session 401, then the limit 429, of which each procedure is counted. */
export const signedInProcedure = t.procedure.use(async ({ ctx, next }) => {
  const caller = await ctx.authenticate();
  await ctx.sessions.count(caller, ctx.standing);
  return next({ ctx: { caller } });
});

/** Which of the use cases of staff a procedure is. */
type Chosen<R> = (staff: StaffApplication) => StaffUseCase<R>;

/**
 * A query of staff: session, limit, the role of its use case, and then whatever that finds wrong with the
 * input. Without a schema it takes none.
 */
export function staffQuery<R, S extends z.ZodType = z.ZodVoid>(chosen: Chosen<R>, schema?: S) {
  return staffProcedure(chosen)
    .input(asGiven(schema))
    .query(({ ctx, input }) => call(ctx, input));
}

/** A mutation of staff, as `staffQuery`. */
export function staffMutation<R, S extends z.ZodType = z.ZodVoid>(chosen: Chosen<R>, schema?: S) {
  return staffProcedure(chosen)
    .input(asGiven(schema))
    .mutation(({ ctx, input }) => call(ctx, input));
}

/** Counts the rest of what the call weighs; the first request of it was counted with the session. */
async function call<R>(
  ctx: Context & { caller: StaffCaller; useCase: StaffUseCase<R> },
  input: unknown,
): Promise<R> {
  const { application, sessions, standing, request, useCase, caller } = ctx;
  const weight = useCase.weightOf(input);
  await sessions.count(caller, standing, weight - 1);
  const result = await useCase({ ...caller, signal: request.signal }, input);
  // Each large result is written in a turn of its own, however many calls end together.
  if (ctx.isBatch || weight > 1) await application.nextTurn();
  return result;
}

/** Before the input is read, so that nobody learns of its faults who may not call. */
function staffProcedure<R>(chosen: Chosen<R>) {
  return signedInProcedure.use(({ ctx, next }) => {
    const useCase = chosen(ctx.application.staff);
    requireRole(ctx.caller, useCase.role);
    return next({ ctx: { useCase } });
  });
}

/**
 * Gives an input on as it came, under the type that `schema` says callers are to give: its faults are core's to
 * find, in core's words and all at once.
 */
export function asGiven<S extends z.ZodType = z.ZodVoid>(_schema?: S) {
  return (input: unknown) => input as z.input<S>;
}

/** A use case that gives nothing back, as one that gives an empty object: JSON has no nothing. */
export function nothingOf(
  useCase: StaffUseCase<void>,
): StaffUseCase<Record<string, never>> {
  const { role, weightOf } = useCase;
  return Object.assign(
    async (caller: StaffCaller, input: unknown) => {
      await useCase(caller, input);
      return {};
    },
    { role, weightOf },
  );
}
