import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";

async function withKey() {
  const { application, organizationId } = await openStaff();
  const { key, ...apiKey } = await application.createApiKey(organizationId, {
    name: "Website",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
  });
  const caller = staffOf(organizationId, { timeZone: "Europe/Oslo" });
  return { application, staff: application.staff, caller, id: apiKey.id, key };
}

test("changed scopes and a changed limit hold from the next request with the key", async () => {
  const { application, staff, caller, id, key } = await withKey();
  const scopes = ["WRITE_APPOINTMENTS"];
  const view = await staff.updateApiKey(caller, { id, scopes, rateLimitPerHour: 7 });
  expect(view).toMatchObject({ name: "Website", scopes, rateLimitPerHour: 7 });
  expect(await application.authenticateApiKey(key)).toMatchObject({ scopes, rateLimitPerHour: 7 });
});

test("a raised and a lowered limit start a new hourly window, and nothing else does", async () => {
  const { application, staff, caller, id, key } = await withKey();
  const use = async (times: number, presented = key) => {
    const found = await application.authenticateApiKey(presented);
    for (let i = 1; i < times; i += 1) await application.countRequest(found);
    return (await application.countRequest(found))!.remaining;
  };
  await staff.updateApiKey(caller, { id, rateLimitPerHour: 3 });
  expect(await use(4)).toBe(0);
  await staff.updateApiKey(caller, { id, rateLimitPerHour: 3, name: "Shop" });
  expect(await use(1)).toBe(0);
  await staff.updateApiKey(caller, { id, rateLimitPerHour: 10 });
  expect(await use(1)).toBe(9);
  await staff.updateApiKey(caller, { id, rateLimitPerHour: 3 });
  expect(await use(3)).toBe(0);
  const { key: successor } = await staff.rotateApiKey(caller, { id });
  expect(await use(1, successor)).toBe(0);
});

test("a save that was made from an older version is refused and changes nothing", async () => {
  const { staff, caller, id } = await withKey();
  const [found] = await staff.listApiKeys(caller);
  const { version } = found!;
  await staff.updateApiKey(caller, { id, name: "Kiosk", version });
  const stale = { id, name: "Shop", version };
  expect((await refusalOf(() => staff.updateApiKey(caller, stale))).code).toBe("CONFLICT");
  expect(await staff.listApiKeys(caller)).toMatchObject([{ name: "Kiosk" }]);
});

test("a revoked key cannot be changed", async () => {
  const { staff, caller, id } = await withKey();
  await staff.revokeApiKey(caller, { id });
  const change = { id, rateLimitPerHour: 7 };
  expect((await refusalOf(() => staff.updateApiKey(caller, change))).code).toBe("CONFLICT");
});

test("invalid fields are reported together", async () => {
  const { staff, caller, id } = await withKey();
  const input = { id, name: " ", scopes: [], rateLimitPerHour: 0, version: 0 };
  expect(await faultsOf(() => staff.updateApiKey(caller, input)))
    .toEqual(["name", "scopes", "rateLimitPerHour", "version"]);
});
