import type { AnyTRPCProcedure } from "@trpc/server";
import { router } from "./procedures.ts";
import {
  apiKeysRouter,
  auditRouter,
  organizationRouter,
  reportingTokensRouter,
  staffRouter,
  usageRouter,
  webhooksRouter,
} from "./routers/admin.ts";
import {
  appointmentsRouter,
  creditsRouter,
  departmentsRouter,
  workersRouter,
} from "./routers/desk.ts";
import { sessionRouter } from "./routers/session.ts";

/** Every procedure. */
export const appRouter = router({
  session: sessionRouter,
  appointments: appointmentsRouter,
  departments: departmentsRouter,
  workers: workersRouter,
  credits: creditsRouter,
  apiKeys: apiKeysRouter,
  webhooks: webhooksRouter,
  usage: usageRouter,
  staff: staffRouter,
  audit: auditRouter,
  organization: organizationRouter,
  reportingTokens: reportingTokensRouter,
});

/** What clients are made from; imported as a type it brings nothing of the service with it. */
export type AppRouter = typeof appRouter;

type ProcedureType = AnyTRPCProcedure["_def"]["type"];

// The type of `procedures` is nested; they are not.
const { _def: { procedures } } = appRouter as unknown as {
  _def: { procedures: Record<string, AnyTRPCProcedure> };
};

/** Whether each procedure is a query or a mutation, by its name as clients call it. */
export const procedureTypes: ReadonlyMap<string, ProcedureType> = new Map(
  Object.entries(procedures).map(([name, { _def: { type } }]) => [name, type]),
);
