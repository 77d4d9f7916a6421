import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "../../../gateway/trpc/mod.ts";
import { apiKeyTests } from "./tables/api_keys.ts";
import { appointmentTests } from "./tables/appointments.ts";
import type { ProcedureTest, TestsOf } from "./tables/procedure_test.ts";
import { auditTests, usageTests } from "./tables/reads.ts";
import { sessionTests } from "./tables/session.ts";
import { webhookTests } from "./tables/webhooks.ts";

const byRouter: { [R in keyof inferRouterInputs<AppRouter>]: TestsOf<R> } = {
  session: sessionTests,
  appointments: appointmentTests,
  departments: {},
  workers: {},
  credits: {},
  apiKeys: apiKeyTests,
  webhooks: webhookTests,
  usage: usageTests,
  staff: {},
  audit: auditTests,
  organization: {},
  reportingTokens: {},
};

/** How each procedure is tried, by its name. */
export const procedureTests: Record<string, ProcedureTest> = Object.fromEntries(
  Object.entries(byRouter).flatMap(([router, tests]) =>
    Object.entries(tests as Record<string, ProcedureTest>).map(([procedure, test]) => [
      `${router}.${procedure}`,
      test,
    ])
  ),
);
