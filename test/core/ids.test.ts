import { beforeEach, expect, test } from "vitest";
import { createApplication } from "../../core/application.ts";
import { makeParts, type Staff, unknownIds, useCases, withoutId } from "../support/ids.ts";
import type { Memory } from "../support/in_memory/memory.ts";
import { createInMemoryPorts } from "../support/in_memory/ports.ts";
import { faultsOf, refusalOf } from "./refusal.ts";

let memory: Memory;
let own: Awaited<ReturnType<typeof makeParts>>;
let foreign: typeof own;

beforeEach(async () => {
  const ports = createInMemoryPorts({ now: () => Temporal.Instant.from("2026-03-01T12:00:00Z") });
  ({ memory } = ports);
  const { deliveryQueue } = ports;
  const application = createApplication(ports);
  own = await makeParts({ application, deliveryQueue });
  foreign = await makeParts({ application, deliveryQueue });
  // For an unknown webhook nothing is looked up and nothing is sent.
  ports.refuseUrl = () => Promise.reject(new Error("was called"));
  ports.sendDelivery = ports.refuseUrl as never;
});

test("every use case of staff is listed here: it takes an id or none", () => {
  expect([...Object.keys(useCases), ...withoutId].toSorted())
    .toEqual(Object.keys(own.staff).toSorted());
});

test.each(Object.entries(useCases))(
  "%s answers an id of another organization or environment and a deleted one like an unknown id, and changes nothing",
  async (name, { part, code, field = "id", more }) => {
    const call = (input: object) =>
      refusalOf(() => own.staff[name as keyof Staff](own.caller, { ...more, ...input }));
    const before = JSON.stringify(memory);
    const ids = unknownIds(name, { own, foreign });
    const refusals = await Promise.all(ids.map((id) => call({ [field]: id })));
    expect(new Set(refusals.map((one) => one.code))).toEqual(new Set([code]));
    expect(new Set(refusals.map(({ message }) => message)).size).toBe(1);
    if (part === "appointment") {
      const inTest = await call({ [field]: own.parts[part], environment: "TEST" });
      expect(inTest.message).toBe(refusals[0]!.message);
    }
    expect(JSON.stringify(memory)).toBe(before);
  },
);

test.each(Object.entries(useCases))(
  "%s refuses a malformed id or environment as a fault of its field",
  async (name, { part, field = "id", more }) => {
    const isOptional = ["listWorkers", "getCalendar", "getVisitOverview"].includes(name);
    const absent = isOptional ? [] : [null, undefined];
    for (const id of ["1", 1.5, ...absent]) {
      const input = { ...more, [field]: id };
      expect(await faultsOf(() => own.staff[name as keyof Staff](own.caller, input)))
        .toEqual([field]);
    }
    const nothing = () => own.staff[name as keyof Staff](own.caller, null);
    if (name !== "listWorkers") expect(await faultsOf(nothing)).toEqual(["body"]);
    if (part !== "appointment") return;
    const input = { ...more, [field]: own.parts[part], environment: "PROD" };
    expect(await faultsOf(() => own.staff[name as keyof Staff](own.caller, input)))
      .toEqual(["environment"]);
  },
);

test("no list of an organization contains a part of another organization", async () => {
  const { staff, caller, parts } = own;
  const lists: [part: string, (by: typeof caller) => Promise<readonly { id: number }[]>][] = [
    ["key", (by) => staff.listApiKeys(by)],
    ["user", (by) => staff.listStaffUsers(by)],
    ["token", (by) => staff.listReportingTokens(by)],
    ["screen", (by) => staff.listScreens(by)],
    ["webhook", (by) => staff.listWebhooks(by)],
    ["department", async (by) => (await staff.listDepartments(by)).items],
    ["worker", (by) => staff.listWorkers(by)],
    ["appointment", async (by) => (await staff.listAppointments(by, {})).items],
  ];
  for (const [part, list] of lists) {
    const holds = async (by: typeof caller) =>
      (await list(by)).some(({ id }) => id === parts[part]);
    expect([part, await holds(caller), await holds(foreign.caller)]).toEqual([part, true, false]);
  }
});
