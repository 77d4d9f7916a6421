import { expect, test } from "vitest";
import type { Application } from "../../../core/mod.ts";
import { actorOfKey } from "../../../core/access/api_key.ts";
import { createApplication } from "../../../core/application.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { servicePerFile } from "../../support/per_file.ts";
import { staffOf } from "../../support/staff_callers.ts";

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);

const seed = {
  organization: { timeZone: "Asia/Tokyo", credits: 1000 },
  departments: [{ name: "Dental Care", slotCapacity: 500 }],
  keys: { capped: { dailyCreditCap: 30 }, other: {} },
};

const dateTime = "2031-12-01T10:00:00";

async function book(
  { application, departmentId, key, idempotencyKey }: {
    application: Application;
    departmentId: number;
    key: string;
    idempotencyKey?: string;
  },
): Promise<string> {
  const caller = await application.authenticateApiKey(key);
  const input = { departmentId, dateTime, name: "Ada", "Idempotency-Key": idempotencyKey };
  return await application.bookAppointment({ ...caller, actor: actorOfKey(caller, "::1") }, input)
    .then(({ isReplay }) => isReplay ? "replayed" : "booked", (error) => error.code);
}

function countsOf(outcomes: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

test("200 concurrent bookings on two services with a key and its successor spend exactly the cap", async () => {
  const { organizationId, departments: [department], keys } = await seedOrganization(
    one.application,
    seed,
  );
  const departmentId = department!.id;
  const race = (capped: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, i) => ({
        application: [one, two][i % 2]!.application,
        key: i % 3 === 2 ? keys.other.key : capped,
      })).map((call) => book({ ...call, departmentId })),
    );
  expect(countsOf(await race(keys.capped.key, 24))).toEqual({ booked: 24 });
  const { id } = keys.capped;
  const caller = staffOf(organizationId, { timeZone: "Asia/Tokyo" });
  const successor = await one.application.staff.rotateApiKey(caller, { id });
  // 16 of the cap are spent, and a third of the calls is of the other key.
  expect(countsOf(await race(successor.key, 150)))
    .toEqual({ booked: 50 + 14, INSUFFICIENT_CREDITS: 86 });
  const raised = { id: successor.id, dailyCreditCap: 31 };
  await one.application.staff.updateApiKey(caller, raised);
  expect(countsOf(await race(successor.key, 3))).toEqual({ booked: 2, INSUFFICIENT_CREDITS: 1 });
  await checkLedger(connectionString);
});

const inMemory = createApplication(createInMemoryPorts({ now: () => Temporal.Now.instant() }));

test.each<[string, Application]>([["memory", inMemory], ["Postgres", one.application]])(
  "in %s, a key spends its cap of each local day, and a repeated request and archiving change nothing",
  async (_, application) => {
    const { departments: [department], keys } = await seedOrganization(application, {
      ...seed,
      keys: { capped: { dailyCreditCap: 2 } },
    });
    const call = { application, departmentId: department!.id, key: keys.capped.key };
    const first = { ...call, idempotencyKey: "first" };
    expect(await book(first)).toBe("booked");
    expect(await book(first)).toBe("replayed");
    const caller = await application.authenticateApiKey(keys.capped.key);
    const booked = await application.listAppointments(caller, {});
    const { id } = booked.items[0]!;
    await application.archiveAppointment({ ...caller, actor: actorOfKey(caller, "::1") }, id);
    expect(await book(call)).toBe("booked");
    expect(await book(call)).toBe("INSUFFICIENT_CREDITS");
    expect(await book(first)).toBe("replayed");
  },
);
