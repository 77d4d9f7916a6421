import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";

async function withKey() {
  const { application, organizationId, ports } = await openStaff();
  const { key, ...apiKey } = await application.createApiKey(organizationId, {
    name: "Website",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
  });
  const renames = () => ports.memory.audit.filter(({ action }) => action === "api_key.renamed");
  const caller = staffOf(organizationId, { timeZone: "Europe/Oslo" });
  return { application, staff: application.staff, caller, id: apiKey.id, key, renames };
}

test("renaming a key changes only its name", async () => {
  const { application, staff, caller, id, key, renames } = await withKey();
  const [before] = await staff.listApiKeys(caller);
  const view = await staff.renameApiKey(caller, { id, name: " Shop " });
  expect(view).toEqual({ ...before, name: "Shop", version: 2 });
  expect(await staff.listApiKeys(caller)).toEqual([view]);
  expect((await application.authenticateApiKey(key)).apiKeyId).toBe(id);
  expect(renames()).toMatchObject([{
    organizationId: caller.organizationId,
    actor: { kind: "STAFF", id: caller.staffUserId },
    subjectId: id,
    subjectName: "Shop",
    changes: [{ field: "name", before: "Website", after: "Shop" }],
  }]);
  await staff.renameApiKey(caller, { id, name: "Shop" });
  expect(renames()).toHaveLength(1);
});

test("a revoked key can be renamed and stays revoked", async () => {
  const { staff, caller, id } = await withKey();
  await staff.revokeApiKey(caller, { id });
  const view = await staff.renameApiKey(caller, { id, name: "Old shop" });
  expect(view).toMatchObject({ name: "Old shop", isActive: false });
});

test("an invalid name and an invalid id are reported as faults", async () => {
  const { staff, caller, id } = await withKey();
  expect(await faultsOf(() => staff.renameApiKey(caller, {}))).toEqual(["id", "name"]);
  for (const name of ["", "  ", "x".repeat(256), 7, null]) {
    expect(await faultsOf(() => staff.renameApiKey(caller, { id, name }))).toEqual(["name"]);
  }
});
