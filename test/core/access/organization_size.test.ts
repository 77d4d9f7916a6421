import { expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { refusalOf } from "../refusal.ts";
import type { CountedRows } from "../../../core/access/organization.ts";

async function openFull(what: CountedRows, count: number) {
  const ports = createInMemoryPorts();
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    departments: [{ name: "Desk" }],
  });
  const { count: countRows } = ports.organizations;
  ports.organizations.count = async (id, kind) => kind === what ? count : await countRows(id, kind);
  const caller = staffOf(organizationId, { role: "OWNER" });
  const { staff } = application;
  const departmentId = departments[0]!.id;
  const add: Record<CountedRows, () => Promise<unknown>> = {
    departments: () => staff.createDepartment(caller, { name: "More" }),
    workers: () => staff.createWorker(caller, { departmentId, name: "Ada" }),
    apiKeys: () =>
      staff.createApiKey(caller, { name: "K", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] }),
    webhooks: () =>
      staff.createWebhook(caller, { url: "https://a.example", events: ["APPOINTMENT_CREATED"] }),
    staffUsers: () =>
      staff.inviteStaffUser(caller, { email: "a@b.example", name: "A", role: "STAFF" }),
    reportingTokens: () => staff.createReportingToken(caller, { name: "T" }),
    screens: () => staff.createScreen(caller, { kind: "DISPLAY", name: "S" }),
  };
  return add[what];
}

test.each<[CountedRows, number]>([
  ["departments", 5000],
  ["workers", 5000],
  ["apiKeys", 500],
  ["webhooks", 100],
  ["staffUsers", 1000],
  ["reportingTokens", 100],
  ["screens", 200],
])("an organization may have as many %s as the maximum, %i, and no more", async (what, max) => {
  const last = await openFull(what, max - 1);
  await last();
  const more = await openFull(what, max);
  expect((await refusalOf(more)).code).toBe("CONFLICT");
});
