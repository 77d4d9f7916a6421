import type { AnyTRPCProcedure } from "@trpc/server";
import { router } from "./procedures.ts";
import { apiKeysRouter } from "./routers/api_keys.ts";
import { appointmentsRouter } from "./routers/appointments.ts";
import { auditRouter } from "./routers/audit.ts";
import { creditsRouter } from "./routers/credits.ts";
import { departmentsRouter } from "./routers/departments.ts";
import { organizationRouter } from "./routers/organization.ts";
import { reportingTokensRouter } from "./routers/reporting_tokens.ts";
import { sessionRouter } from "./routers/session.ts";
import { staffRouter } from "./routers/staff.ts";
import { usageRouter } from "./routers/usage.ts";
import { webhooksRouter } from "./routers/webhooks.ts";
import { workersRouter } from "./routers/workers.ts";

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
