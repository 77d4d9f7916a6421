import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createKeptSlots } from "../../../core/departments/kept_slots.ts";
import { listSlots } from "../../../core/departments/list_slots.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { servicePerFile } from "../../support/per_file.ts";
import { seedOrganization, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

// Two services on one database are like two processes. Each keeps lists, and both change what the lists are made of.
const url = await freshDatabase();
const services = [await servicePerFile(url), await servicePerFile(url)] as const;
const month = { startDate: "2026-03-01", endDate: "2026-03-31" };

/** The number of dates of each read of places. */
const daysRead: number[] = [];
/** The same for each list that may be kept: none if it was, 1 or more if some dates had changed. */
const renewals: number[][] = [];
for (const { persistence: { departments } } of services) {
  const { takenSlots } = departments;
  departments.takenSlots = (scope, departmentId, query, signal) => {
    daysRead.push(query.from.until(query.to).days + 1);
    return takenSlots(scope, departmentId, query, signal);
  };
}

async function openWorld() {
  let now = Temporal.Instant.from("2026-03-02T08:00:00.500Z");
  const pass = (seconds: number) => {
    now = now.add({ seconds });
    for (const service of services) service.setNow(now.toString());
  };
  pass(0);
  const { application } = services[0];
  const settings = { slotCapacity: 2, slotInterval: 60, bookingWindow: { refusePast: true } };
  const seeded = await seedOrganization(services[0], settings);
  const other = await application.createDepartment(seeded.organizationId, { name: "Other" });
  const workerIds: number[] = [];
  for (const name of ["U", "V"]) {
    workerIds.push((await application.createWorker(seeded.departmentId, { name })).id);
  }
  return {
    caller: { ...staffOf(seeded.organizationId), role: "ADMIN" as const },
    key: { ...seeded, apiKeyId: 1, lineageId: randomUUID() },
    departmentIds: [seeded.departmentId, other.id],
    workerIds,
    ids: [] as number[],
    holds: [] as { id: number; dateTime: string; departmentId: number }[],
    pass,
    now: () => now,
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

// Those that succeed seldom, or matter most, come more than once.
const actions = [
  "book",
  "book",
  "book",
  "book with worker",
  "move",
  "move",
  "move away",
  "edit",
  "cancel",
  "archive",
  "hold",
  "hold",
  "book a hold",
  "move to a hold",
  "release",
  "visit",
  "set",
  "absence",
  "worker",
  "grant",
  "time zone",
  "pass",
] as const;
const steps = fc.record({
  action: fc.constantFrom(...actions),
  by: fc.constantFrom(0, 1),
  index: fc.nat(5),
  department: fc.constantFrom(0, 0, 0, 1),
  dateTime: fc.constantFrom(
    ...["02T09:30:00", "02T10:00:00", "03T10:00:00", "03T23:59:59", "29T02:30:00", "31T00:00:00"]
      .map((time) => `2026-03-${time}`),
    "2026-04-01T00:00:00",
  ),
  reader: fc.constantFrom(0, 1),
});
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

const reached = new Set<string>();

async function take({ action, by, index, department, dateTime }: Step, world: World) {
  const { application } = services[by]!;
  const { staff } = application;
  const { caller, key, workerIds } = world;
  const departmentId = world.departmentIds[department]!;
  const id = world.ids[index] ?? 0;
  const workerId = workerIds[index % 2]!;
  const place = { departmentId, dateTime };
  const hold = world.holds[index % 2] ?? { id: 0, ...place };
  switch (action) {
    case "book":
    case "book with worker": {
      const worker = action === "book" ? {} : { workerId };
      const booking = { ...place, ...worker, name: "Ada" };
      world.ids.unshift((await application.bookAppointment(key, booking)).appointment.id);
      return;
    }
    case "book a hold": {
      const { id: holdId, ...held } = hold;
      const booking = { ...held, holdId, name: "Ada" };
      world.ids.unshift((await application.bookAppointment(key, booking)).appointment.id);
      return;
    }
    case "hold":
      world.holds.unshift(
        { ...place, id: (await application.holdPlace(key, { ...place, seconds: 30 })).hold.id },
      );
      return;
    case "move to a hold": {
      const { id: holdId, ...held } = hold;
      return await application.moveAppointment(key, { id, ...held, holdId });
    }
    case "release":
      return await application.releaseHold(key, hold.id);
    case "move":
      return await staff.rescheduleAppointment(caller, { id, dateTime });
    case "move away":
      return await application.moveAppointment(key, { id, ...place });
    case "edit":
      return await staff.updateAppointment(caller, { id, workerId });
    case "cancel":
      return await staff.cancelAppointment(caller, { id });
    case "archive":
      return await application.archiveAppointment(key, id);
    case "visit":
      return await staff.arrive(caller, { appointmentId: id });
    case "set":
      return await application.updateDepartment(
        departmentId,
        [
          { slotCapacity: 1 },
          { slotCapacity: 3 },
          { slotInterval: 30 },
          { showAdminsInBooking: true },
          { showAdminsInBooking: false },
          { closures: [{ from: "2026-03-03", to: "2026-03-03", reason: "" }] },
        ][index]!,
      );
    case "absence":
      return await staff.addAbsence(caller, { id: workerId, from: "2026-03-03", to: "2026-03-09" });
    case "worker":
      return await application.updateWorker(workerId, { isActive: index < 4 });
    case "grant":
      return await application.grantCredits(caller.organizationId, { amount: 1, note: "Invoice" });
    case "time zone":
      return await staff.updateOrganization(caller, {
        timeZone: ["UTC", "Europe/Berlin"][index % 2]!,
      });
    case "pass":
      return world.pass(20);
  }
}

/** Compares the lists of one process, which it may have kept, with lists that are computed again. */
async function compare(service: TestService, { key, workerIds, departmentIds, now }: World) {
  const { timeZone } = (await service.persistence.organizations.find(key.organizationId))!;
  const caller = { ...key, timeZone };
  const [departmentId, otherId] = departmentIds as [number, number];
  const codeOf = ({ code }: { code: string }) => code;
  for (
    const query of [
      { departmentId, ...month },
      { departmentId, ...month, onlyAvailable: true },
      { departmentId, ...month, workerId: workerIds[0] },
      { departmentId: otherId, ...month },
    ]
  ) {
    daysRead.length = 0;
    const kept = await service.application.listSlots(caller, query).catch(codeOf);
    renewals.push([...daysRead]);
    const ports = { ...service.persistence, now, keptSlots: createKeptSlots() };
    expect(kept).toEqual(await listSlots(ports, caller, query).catch(codeOf));
  }
}

test("a kept list of slots equals one that is computed again, after random changes by two processes", async () => {
  const walks = fc.array(steps, { minLength: 30, maxLength: 40, size: "max" });
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await openWorld();
      for (const step of walk) {
        const outcome = await take(step, world).then(() => "done", () => "refused");
        reached.add(`${step.action} ${outcome}`);
        await compare(services[step.reader]!, world);
      }
    }),
    { seed: 11, numRuns: 6, endOnFailure: true },
  );
  for (const action of actions) expect(reached).toContain(`${action} done`);
  const countOf = (days: number[]) => renewals.filter((one) => `${one}` === `${days}`).length;
  // All three ways are taken often: kept, one date read again, all computed again.
  for (const days of [[], [1], [31]]) expect(countOf(days)).toBeGreaterThan(40);
});
