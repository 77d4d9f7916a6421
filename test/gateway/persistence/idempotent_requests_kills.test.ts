import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { startCuttingProxy } from "../../support/cutting_proxy.ts";
import { inDatabase } from "../../support/published_events.ts";
import { type RunningService, startService } from "../../support/running_service.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { makeStaff, signIn } from "../../support/staff_session.ts";

test("an answer that was lost because the process was killed after the commit is given again", async () => {
  const url = await freshDatabase();
  await using seeding = await openService(url);
  await using proxy = await startCuttingProxy(url);
  const { organizationId, departmentId } = await seedOrganization(seeding);
  const { staff } = seeding.application;
  const by = staffOf(organizationId);
  const environment = "TEST";
  const booking = { departmentId, dateTime: "2026-12-01T10:00:00", name: "Ada" };
  const { id } = await staff.createAppointment(by, booking);
  const ada = await makeStaff(seeding, organizationId);
  const clerk = await makeStaff(seeding, organizationId, { role: "STAFF" });
  const calls: [path: string, input: object][] = [
    ["departments.create", { name: "Eye Care" }],
    ["departments.addClosure", {
      // Not all departments: one of them is created at the same time.
      departmentIds: [departmentId],
      from: "2026-12-24",
      to: "2026-12-26",
      reason: "",
    }],
    ["staff.setRole", { id: clerk.id, role: "ADMIN" }],
    ["organization.update", { name: "Clinic" }],
    ["appointments.create", { ...booking, environment }],
    ["appointments.complete", { id, overrideReason: "Early" }],
    ["apiKeys.create", { name: "Website", environment, scopes: ["READ_APPOINTMENTS"] }],
  ];
  const settings = { WEBHOOK_WORKER: "false", SESSION_SECRET: "s".repeat(43) };
  const first = await startService(proxy.url, settings);
  const cookie = await signIn(first.url, ada);
  const actions = "select id as entry, action, subject_id::int as id from audit_entries";
  type Action = { entry: string; action: string; id: number };
  // The ids of entries are not in the order of time: each process draws them in blocks.
  const before = new Set((await inDatabase<Action>(url, actions)).map(({ entry }) => entry));
  const newActions = async () =>
    (await inDatabase<Action>(url, actions)).filter(({ entry }) => !before.has(entry));
  const send = async ([path, input]: (typeof calls)[0], service: RunningService) => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": path, Cookie: cookie };
    const sent = { method: "POST", headers, body: JSON.stringify(input) };
    return await (await fetch(`${service.url}/trpc/${path}`, sent)).json();
  };

  proxy.withholdsAnswers = true;
  const lost = Promise.allSettled(calls.map((call) => send(call, first)));
  await expect.poll(async () => (await newActions()).length).toBe(calls.length);
  await first.stop("SIGKILL");
  expect((await lost).map(({ status }) => status)).toEqual(calls.map(() => "rejected"));

  proxy.withholdsAnswers = false;
  await using second = await startService(proxy.url, settings);
  // Answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  const answers = new Map<string, any>();
  for (const call of calls) answers.set(call[0], await send(call, second));
  const done = await newActions();
  expect(done).toHaveLength(calls.length);
  const idOf = (action: string) => done.find((one) => one.action === action)!.id;
  const dataOf = (path: string) => answers.get(path).result.data;
  expect(dataOf("departments.create")).toMatchObject({
    id: idOf("department.created"),
    name: "Eye Care",
  });
  expect(dataOf("departments.addClosure").changed.map((one: { id: number }) => one.id))
    .toContain(departmentId);
  expect(dataOf("staff.setRole")).toMatchObject({ id: clerk.id, role: "ADMIN" });
  expect(dataOf("organization.update")).toMatchObject({ id: organizationId, name: "Clinic" });
  expect(dataOf("appointments.create")).toMatchObject({ id: idOf("appointment.created") });
  expect(dataOf("appointments.complete")).toMatchObject({ id, status: "COMPLETED" });
  // A secret is shown once.
  expect(answers.get("apiKeys.create").error.data).toMatchObject({
    appCode: "CONFLICT",
    alreadyDone: "secret",
  });
});
