import type { AnyTRPCProcedure } from "@trpc/server";
import { router } from "./procedures.ts";
import {
  apiKeysRouter,
  auditRouter,
  emailRouter,
  organizationRouter,
  reportingTokensRouter,
  reportsRouter,
  retentionRouter,
  screensRouter,
  ssoRouter,
  staffRouter,
  usageRouter,
  webhooksRouter,
} from "./routers/admin.ts";
import {
  appointmentsRouter,
  creditsRouter,
  departmentsRouter,
  deskRouter,
  workersRouter,
} from "./routers/desk.ts";
import { factorsRouter, sessionRouter } from "./routers/session.ts";
import { visitsRouter } from "./routers/visits.ts";

/** All procedures. */
export const appRouter = router({
  session: sessionRouter,
  factors: factorsRouter,
  appointments: appointmentsRouter,
  departments: departmentsRouter,
  desk: deskRouter,
  visits: visitsRouter,
  workers: workersRouter,
  credits: creditsRouter,
  apiKeys: apiKeysRouter,
  webhooks: webhooksRouter,
  usage: usageRouter,
  staff: staffRouter,
  audit: auditRouter,
  email: emailRouter,
  organization: organizationRouter,
  reportingTokens: reportingTokensRouter,
  reports: reportsRouter,
  retention: retentionRouter,
  screens: screensRouter,
  sso: ssoRouter,
});

/** The type that clients are made from. A type import loads no code of the service. */
export type AppRouter = typeof appRouter;

type ProcedureType = AnyTRPCProcedure["_def"]["type"];

// The type of `procedures` is nested, but the value is flat.
const { _def: { procedures } } = appRouter as unknown as {
  _def: { procedures: Record<string, AnyTRPCProcedure> };
};

/** The type of each procedure (query or mutation) by its full name, such as `session.signIn`. */
export const procedureTypes: ReadonlyMap<string, ProcedureType> = new Map(
  Object.entries(procedures).map(([name, { _def: { type } }]) => [name, type]),
);
