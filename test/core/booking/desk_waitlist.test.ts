import { beforeEach, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { joined, setStage, type Stage } from "../../support/audit_cases/audit_case.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { refusalOf } from "../refusal.ts";

let stage: Stage;

beforeEach(async () => {
  const ports = createInMemoryPorts({ now: () => Temporal.Instant.from("2026-03-01T12:00:00Z") });
  const application = createApplication(ports);
  stage = await setStage({ application, deliveryQueue: ports.deliveryQueue, pass: () => {} });
});

const entries = async () =>
  (await stage.application.staff.getWaitlist(stage.caller, {})).entries.map(({ id }) => id);

test("staff remove an entry of any key, and the list does not have it any more", async () => {
  const { application: { staff }, caller } = stage;
  const [first, second] = [await joined(stage), await joined(stage)];
  expect(await staff.removeFromWaitlist(caller, { id: first })).toEqual({ id: first });
  expect(await entries()).toEqual([second]);
});

test("an entry that has ended is a CONFLICT, and says so", async () => {
  const { application: { staff }, caller } = stage;
  const id = await joined(stage);
  await staff.removeFromWaitlist(caller, { id });
  expect(await refusalOf(() => staff.removeFromWaitlist(caller, { id }))).toMatchObject({
    code: "CONFLICT",
    message: "This entry was booked, was removed or has ended in the meantime",
  });
});

test("a bound user removes entries of own departments only, and does not learn of others", async () => {
  const { application: { staff }, caller, departmentId } = stage;
  const id = await joined(stage);
  const boundTo = (departmentIds: number[]) => ({
    ...caller,
    role: "STAFF" as const,
    departmentIds,
  });
  expect(await refusalOf(() => staff.removeFromWaitlist(boundTo([departmentId + 1]), { id })))
    .toMatchObject({ code: "WAITLIST_ENTRY_NOT_FOUND" });
  expect(await entries()).toEqual([id]);
  await staff.removeFromWaitlist(boundTo([departmentId]), { id });
  expect(await entries()).toEqual([]);
});

test("an entry of TEST is not found in LIVE", async () => {
  const { application: { staff }, caller } = stage;
  const id = await joined(stage, "TEST");
  expect(await refusalOf(() => staff.removeFromWaitlist(caller, { id })))
    .toMatchObject({ code: "WAITLIST_ENTRY_NOT_FOUND" });
  expect(await staff.removeFromWaitlist(caller, { id, environment: "TEST" })).toEqual({ id });
});
