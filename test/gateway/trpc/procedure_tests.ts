import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "../../../gateway/trpc/mod.ts";
import { apiKeyTests } from "./tables/api_keys.ts";
import { appointmentTests } from "./tables/appointments.ts";
import { departmentTests } from "./tables/departments.ts";
import { creditTests } from "./tables/credits.ts";
import { organizationTests } from "./tables/organization.ts";
import type { ProcedureTest, TestsOf } from "./tables/procedure_test.ts";
import { auditTests, usageTests } from "./tables/reads.ts";
import { reportingTokenTests } from "./tables/reporting_tokens.ts";
import { sessionTests } from "./tables/session.ts";
import { staffTests } from "./tables/staff.ts";
import { webhookTests } from "./tables/webhooks.ts";
import { workerTests } from "./tables/workers.ts";

const byRouter: { [R in keyof inferRouterInputs<AppRouter>]: TestsOf<R> } = {
  session: sessionTests,
  appointments: appointmentTests,
  departments: departmentTests,
  workers: workerTests,
  credits: creditTests,
  apiKeys: apiKeyTests,
  webhooks: webhookTests,
  usage: usageTests,
  staff: staffTests,
  audit: auditTests,
  organization: organizationTests,
  reportingTokens: reportingTokenTests,
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
