import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { refusalOf } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";

const wanted = { name: "Website", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };

/** An organization in Oslo, where it is 2026-03-01T09:00:00, one hour ahead of UTC. */
async function open({ maxKeyDays = null }: { maxKeyDays?: number | null } = {}) {
  const { application, organizationId, pass, ports } = await openStaff();
  const caller = staffOf(organizationId, { timeZone: "Europe/Oslo" });
  const { staff } = application;
  await staff.updateOrganization(caller, { maxKeyDays });
  return {
    staff,
    caller,
    pass,
    audited: () => ports.memory.audit.at(-1)!.changes,
    isValid: (key: string) => application.authenticateApiKey(key).then(() => true, () => false),
    create: (expiresAt?: string | null) => staff.createApiKey(caller, { ...wanted, expiresAt }),
    faultOf: async (work: () => unknown) => (await refusalOf(work)).faults,
  };
}

test("a key is valid until its end and then refused like an unknown key", async () => {
  const { create, isValid, pass } = await open();
  const { key, expiresAt } = await create("2026-03-01T10:00");
  expect(expiresAt).toBe("2026-03-01T10:00:00");
  pass({ minutes: 59, seconds: 59 });
  expect(await isValid(key)).toBe(true);
  pass({ seconds: 1 });
  expect(await isValid(key)).toBe(false);
});

test("a key without an end is valid for ever unless the organization has a maximum", async () => {
  const { create, isValid, pass } = await open();
  const { key, expiresAt } = await create();
  expect(expiresAt).toBeNull();
  pass({ hours: 24 * 4000 });
  expect(await isValid(key)).toBe(true);
  const limited = await open({ maxKeyDays: 90 });
  expect((await limited.create()).expiresAt).toBe("2026-05-30T23:59:59");
  expect((await limited.create(null)).expiresAt).toBe("2026-05-30T23:59:59");
});

test("an end is refused in the past, in a gap of the clocks and after the maximum", async () => {
  const { create, faultOf } = await open({ maxKeyDays: 90 });
  const refusalOfEnd = async (end: string) => {
    const [{ field, message }] = await faultOf(() => create(end)) as [
      { field: string; message: { key: string } },
    ];
    return `${field} ${message.key}`;
  };
  expect(await refusalOfEnd("2026-03-01T09:00:00")).toBe("expiresAt inFuture");
  expect(await refusalOfEnd("2026-03-29T02:30:00")).toBe("expiresAt timeSkipped");
  expect(await refusalOfEnd("2026-05-31T00:00:00")).toBe("expiresAt keyEndTooLate");
  expect((await create("2026-05-30T23:59:59")).expiresAt).toBe("2026-05-30T23:59:59");
});

test("a new maximum keeps existing keys, and counts from the creation of the key that is extended", async () => {
  const { create, staff, caller, pass, faultOf } = await open();
  const endless = await create();
  const { id, expiresAt } = await create("2026-12-31T23:59:59");
  await staff.updateOrganization(caller, { maxKeyDays: 30 });
  pass({ hours: 24 * 10 });
  // The form saves the end that it has read.
  await staff.updateApiKey(caller, { id, name: "Shop", expiresAt });
  await staff.updateApiKey(caller, { id: endless.id, name: "Kiosk", expiresAt: null });
  const later = { id, expiresAt: "2026-04-01T00:00:00" };
  expect(await faultOf(() => staff.updateApiKey(caller, later))).toEqual([{
    field: "expiresAt",
    message: { key: "keyEndTooLate", values: { date: "2026-03-31", days: 30 } },
  }]);
  expect((await faultOf(() => staff.updateApiKey(caller, { id, expiresAt: null })))[0]!.field)
    .toBe("expiresAt");
  const moved = await staff.updateApiKey(caller, { id, expiresAt: "2026-03-31T12:00:00" });
  expect(moved.expiresAt).toBe("2026-03-31T12:00:00");
});

test("an ended key can be extended, and a change of another field keeps the end", async () => {
  const { create, staff, caller, isValid, pass, audited } = await open();
  const { id, key } = await create("2026-03-02T00:00:00");
  pass({ hours: 24 });
  expect((await staff.updateApiKey(caller, { id, name: "Shop" })).expiresAt)
    .toBe("2026-03-02T00:00:00");
  expect(await isValid(key)).toBe(false);
  await staff.updateApiKey(caller, { id, expiresAt: null });
  expect(audited()).toEqual([
    { field: "expiresAt", before: "2026-03-02T00:00:00", after: null },
  ]);
  expect(await isValid(key)).toBe(true);
});

test("a rotated key lives as long as the old one was to live, within the maximum", async () => {
  const { create, staff, caller, isValid, pass } = await open();
  const { id } = await create("2026-03-11T09:00:00");
  pass({ hours: 24 * 11 });
  const second = await staff.rotateApiKey(caller, { id });
  expect(second.expiresAt).toBe("2026-03-22T09:00:00");
  expect(await isValid(second.key)).toBe(true);
  await staff.updateOrganization(caller, { maxKeyDays: 5 });
  const third = await staff.rotateApiKey(caller, { id: second.id });
  expect(third.expiresAt).toBe("2026-03-17T23:59:59");
  const endless = await staff.createApiKey(caller, wanted);
  await staff.updateOrganization(caller, { maxKeyDays: null });
  expect((await staff.rotateApiKey(caller, { id: endless.id })).expiresAt)
    .toBe("2026-03-17T23:59:59");
});

test("the maximum is from 1 to 3,650 days", async () => {
  const { staff, caller, faultOf } = await open();
  for (const maxKeyDays of [0, 3651, 1.5, "90"]) {
    const faults = await faultOf(() => staff.updateOrganization(caller, { maxKeyDays }));
    expect(faults.map(({ field }) => field)).toEqual(["maxKeyDays"]);
  }
});
