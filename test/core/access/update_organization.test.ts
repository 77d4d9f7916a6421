import { describe, expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";

async function openOrganization() {
  const { application, organizationId, ports, pass } = await openStaff();
  const caller = staffOf(organizationId, { timeZone: "Europe/Oslo" });
  const updates = () =>
    ports.memory.audit.filter(({ action }) => action === "organization.updated");
  return { staff: application.staff, application, caller, organizationId, ports, pass, updates };
}

describe("an organization", () => {
  test("is returned to every role", async () => {
    const { staff, caller, organizationId } = await openOrganization();
    expect(await staff.getOrganization({ ...caller, role: "STAFF" })).toEqual({
      id: organizationId,
      name: "Harbour Clinic",
      timeZone: "Europe/Oslo",
      createdAt: "2026-03-01T09:00:00",
      maxKeyDays: null,
      lowCreditThreshold: null,
      factorRequiredRoles: [],
      version: 1,
    });
  });

  test("gets a new name and zone; the answer is in the new zone and the changes are audited", async () => {
    const { staff, caller, organizationId, ports, pass, updates } = await openOrganization();
    pass({ hours: 1 });
    const input = { name: " Hill Clinic ", timeZone: "america/new_york" };
    const view = {
      id: organizationId,
      name: "Hill Clinic",
      timeZone: "America/New_York",
      createdAt: "2026-03-01T03:00:00",
      maxKeyDays: null,
      lowCreditThreshold: null,
      factorRequiredRoles: [],
      version: 2,
    };
    expect(await staff.updateOrganization(caller, input)).toEqual(view);
    expect(await staff.getOrganization(caller)).toEqual(view);
    expect(updates()).toEqual([{
      organizationId,
      actor: { kind: "STAFF", id: 1, name: "Ada Lovelace", ipAddress: caller.ipAddress },
      action: "organization.updated",
      subjectId: organizationId,
      subjectName: "Hill Clinic",
      environment: null,
      changes: [
        { field: "name", before: "Harbour Clinic", after: "Hill Clinic" },
        { field: "timeZone", before: "Europe/Oslo", after: "America/New_York" },
      ],
      at: ports.now(),
    }]);
  });

  test("keeps fields that are not given, and a change to the same values is not audited", async () => {
    const { staff, caller, updates } = await openOrganization();
    const before = await staff.getOrganization(caller);
    for (const input of [{}, { name: null, timeZone: null }, { timeZone: "Europe/Oslo" }]) {
      expect(await staff.updateOrganization(caller, input)).toEqual(before);
    }
    expect(updates()).toEqual([]);
    const named = await staff.updateOrganization(caller, { name: "Hill Clinic" });
    expect(named).toEqual({ ...before, name: "Hill Clinic", version: 2 });
    const zoned = await staff.updateOrganization(caller, { timeZone: "UTC" });
    expect(zoned).toMatchObject({ name: "Hill Clinic", timeZone: "UTC" });
    expect(updates().map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ["name"],
      ["timeZone"],
    ]);
  });

  test("gets and loses a threshold of low credits, and both are audited", async () => {
    const { staff, caller, updates } = await openOrganization();
    for (const lowCreditThreshold of [1, 1_000_000_000, null]) {
      expect(await staff.updateOrganization(caller, { lowCreditThreshold }))
        .toMatchObject({ name: "Harbour Clinic", lowCreditThreshold });
    }
    expect(updates().flatMap(({ changes }) => changes)).toEqual([
      { field: "lowCreditThreshold", before: null, after: 1 },
      { field: "lowCreditThreshold", before: 1, after: 1_000_000_000 },
      { field: "lowCreditThreshold", before: 1_000_000_000, after: null },
    ]);
  });

  test.each<[object, string[]]>([
    [{ lowCreditThreshold: 0 }, ["lowCreditThreshold"]],
    [{ lowCreditThreshold: 1_000_000_001 }, ["lowCreditThreshold"]],
    [{ lowCreditThreshold: 1.5 }, ["lowCreditThreshold"]],
    [{ lowCreditThreshold: "10" }, ["lowCreditThreshold"]],
    [{ name: " " }, ["name"]],
    [{ name: "x".repeat(256) }, ["name"]],
    [{ name: 7, timeZone: 7 }, ["name", "timeZone"]],
    [{ timeZone: "Mars/Olympus" }, ["timeZone"]],
    [{ timeZone: "+01:00" }, ["timeZone"]],
    [{ timeZone: "" }, ["timeZone"]],
    [{ name: "Hill Clinic", timeZone: "2026-01-01T00:00[Europe/Oslo]" }, ["timeZone"]],
  ])("refuses the change %j", async (input, fields) => {
    const { staff, caller } = await openOrganization();
    const before = await staff.getOrganization(caller);
    expect(await faultsOf(() => staff.updateOrganization(caller, input))).toEqual(fields);
    expect(await staff.getOrganization(caller)).toEqual(before);
  });
});
