import { beforeAll, describe, expect, test } from "vitest";
import type { StaffCaller } from "../../../core/mod.ts";
import { saveProvider, ssoSettings } from "../../support/audit_cases/sso_cases.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import {
  openService,
  type Seeded,
  seedOrganization,
  type TestService,
} from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

interface Versioned {
  version: number;
}

/** One kind of settings: how it is read, and two changes of it. */
interface Kind {
  read(service: TestService, caller: StaffCaller): Promise<Versioned>;
  change(service: TestService, caller: StaffCaller, input: object): Promise<Versioned>;
  first: object;
  second: object;
}

const never = new Promise<never>(() => {});

const names = { first: { name: "First" }, second: { name: "Second" } };

const kinds: Record<string, Kind> = {
  department: {
    read: async ({ application: { staff } }, caller) =>
      (await staff.listDepartments(caller, {})).items[0]!,
    change: ({ application: { staff } }, caller, input) =>
      staff.updateDepartment(caller, { id: 1, ...input }),
    ...names,
  },
  worker: {
    read: async ({ application: { staff } }, caller) => (await staff.listWorkers(caller, {}))[0]!,
    change: ({ application: { staff } }, caller, input) =>
      staff.updateWorker(caller, { id: 1, ...input }),
    ...names,
  },
  webhook: {
    read: async ({ application: { staff } }, caller) => (await staff.listWebhooks(caller))[0]!,
    change: ({ application: { staff } }, caller, input) =>
      staff.updateWebhook(caller, { id: 1, ...input }),
    first: { url: "https://example.org/first" },
    second: { url: "https://example.org/second" },
  },
  organization: {
    read: ({ application: { staff } }, caller) => staff.getOrganization(caller),
    change: ({ application: { staff } }, caller, input) => staff.updateOrganization(caller, input),
    ...names,
  },
  "setting of mails": {
    read: async ({ application: { staff } }, caller) => {
      const { figures: _, ...settings } = await staff.getEmail(caller);
      return settings;
    },
    change: ({ application: { staff } }, caller, input) => staff.updateEmail(caller, input),
    first: { senderName: "First" },
    // The kinds are in another table.
    second: { kinds: ["REMINDER"] },
  },
  "identity provider": {
    read: async ({ application: { staff } }, caller) =>
      (await staff.getIdentityProvider({ ...caller, role: "OWNER" })).provider!,
    change: ({ application: { staff } }, caller, input) =>
      staff.saveIdentityProvider({ ...caller, role: "OWNER" }, {
        ...ssoSettings,
        clientSecret: null,
        ...input,
      }),
    first: { clientId: "first" },
    second: { clientId: "second" },
  },
};

describe.each(Object.entries(kinds))("the version of a %s", (_, { read, change, ...inputs }) => {
  let service: TestService;
  let seeded: Seeded;
  let caller: StaffCaller;

  beforeAll(async () => {
    const mailer = { from: "a@b.example", publicUrl: "https://b.example", send: () => never };
    service = await openService(await freshDatabase(), { mailer });
    seeded = await seedOrganization(service);
    caller = staffOf(seeded.organizationId);
    const { staff } = service.application;
    await staff.createWorker(caller, { departmentId: seeded.departmentId, name: "Grace" });
    const url = "https://example.org/hook";
    await staff.createWebhook(caller, { url, events: ["APPOINTMENT_CREATED"] });
    await staff.updateEmail(caller, {});
    await saveProvider({ application: service.application, caller });
    return () => service[Symbol.asyncDispose]();
  });

  test("rises with each change, so a stale save is refused and changes nothing", async () => {
    const { version } = await read(service, caller);
    expect(version).toBe(1);
    const changed = await change(service, caller, { ...inputs.first, version });
    expect(changed).toMatchObject({ ...inputs.first, version: 2 });
    await expect(change(service, caller, { ...inputs.second, version })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await read(service, caller)).toEqual(changed);
    expect(await change(service, caller, inputs.second)).toMatchObject({ version: 3 });
  });

  test("stays if nothing changes", async () => {
    const before = await read(service, caller);
    const { version } = await change(service, caller, {
      ...inputs.second,
      version: before.version,
    });
    expect(version).toBe(before.version);
  });
});

test("a delivery leaves the version of a webhook", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { organizationId } = await seedOrganization(service);
  const caller = staffOf(organizationId);
  const { staff } = service.application;
  await staff.createWebhook(caller, {
    url: "https://example.org",
    events: ["APPOINTMENT_CREATED"],
  });
  await inDatabase(url, "update webhooks set consecutive_failures = 3, last_triggered_at = now()");
  expect(await staff.listWebhooks(caller)).toMatchObject([{
    healthStatus: "DEGRADED",
    version: 1,
  }]);
});

test("of many first saves of an identity provider at once, one is made", async () => {
  await using service = await openService(await freshDatabase());
  const { organizationId } = await seedOrganization(service);
  const caller = staffOf(organizationId, { role: "OWNER" });
  const { staff } = service.application;
  const saves = await Promise.allSettled(
    Array.from(
      { length: 10 },
      (_, i) =>
        staff.saveIdentityProvider(caller, { ...ssoSettings, clientId: `desk ${i}`, version: 0 }),
    ),
  );
  const [made, ...others] = saves.filter(({ status }) => status === "fulfilled");
  expect(others).toEqual([]);
  expect(await staff.getIdentityProvider(caller)).toMatchObject({
    provider: (made as PromiseFulfilledResult<object>).value,
  });
});

test("of many saves of one version, one is made", async () => {
  await using service = await openService(await freshDatabase());
  const { organizationId, departmentId } = await seedOrganization(service);
  const caller = staffOf(organizationId);
  const saves = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      service.application.staff.updateDepartment(caller, {
        id: departmentId,
        version: 1,
        name: `Desk ${i}`,
      })),
  );
  expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
