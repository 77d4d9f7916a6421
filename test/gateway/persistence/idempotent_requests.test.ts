import { expect, test } from "vitest";
import { isServiceUnavailable } from "../../../gateway/persistence/database/faults.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

/** Two services that share nothing but a database, with a caller whose requests have a key. */
async function openRace() {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const services = [stack.use(await openService(url)), stack.use(await openService(url))];
  const { organizationId, departmentId } = await seedOrganization(services[0]!, {
    slotCapacity: 50,
  });
  const caller = staffOf(organizationId);
  return {
    url,
    caller,
    departmentId,
    staff: services[0]!.application.staff,
    withKey: (idempotencyKey: string) => ({ ...caller, idempotencyKey }),
    /** Sends the same request ten times at once, to both services in turn. */
    repeat: <R>(send: (staff: (typeof services)[0]["application"]["staff"]) => Promise<R>) =>
      Promise.all(
        Array.from(
          { length: 10 },
          (_, i) => patiently(() => send(services[i % 2]!.application.staff)),
        ),
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** A request that has waited too long on a busy machine is repeated, as callers do. */
async function patiently<R>(send: () => Promise<R>): Promise<R> {
  try {
    return await send();
  } catch (error) {
    if (isServiceUnavailable(error)) return await patiently(send);
    throw error;
  }
}

test("repeats at once act once, and all of them get the answer", async () => {
  await using race = await openRace();
  const { url, staff, caller, departmentId, withKey } = race;
  const count = async (action: string) =>
    (await inDatabase(url, `select 1 from audit_entries where action = '${action}'`)).length;

  const fields = { departmentId, dateTime: "2026-12-01T10:00:00", name: "Ada" };
  const booked = await race.repeat((one) => one.createAppointment(withKey("book"), fields));
  expect(new Set(booked.map(({ id }) => id)).size).toBe(1);
  const { id } = booked[0]!;

  const completed = await race.repeat((one) =>
    one.completeAppointment(withKey("done"), { id, overrideReason: "Early" })
  );
  expect(completed.map(({ status }) => status)).toEqual(Array(10).fill("COMPLETED"));
  const undone = await race.repeat((one) => one.revertAppointment(withKey("undo"), { id }));
  expect(undone.map(({ status }) => status)).toEqual(Array(10).fill("SCHEDULED"));
  const cancelled = await race.repeat((one) => one.cancelAppointment(withKey("cancel"), { id }));
  expect(cancelled.map(({ status }) => status)).toEqual(Array(10).fill("CANCELLED"));
  expect(await checkLedger(url)).toMatchObject({ balance: 2000, appointments: 1 });

  const before = await count("department.created");
  const made = await race.repeat((one) =>
    one.createDepartment(withKey("make"), { name: "Eye Care" })
  );
  expect(await count("department.created")).toBe(before + 1);
  expect(made).toEqual(Array(10).fill(made[0]));

  expect([
    await count("appointment.completed"),
    await count("appointment.reverted"),
    await count("appointment.cancelled"),
  ]).toEqual([1, 1, 1]);

  // Without a key the same request acts again.
  await staff.createDepartment(caller, { name: "Eye Care" });
  expect(await count("department.created")).toBe(before + 2);
});

test("a key is free after 24 hours, and the action and its record are committed together", async () => {
  await using race = await openRace();
  const { url, staff, withKey } = race;
  const make = () => staff.createDepartment(withKey("k"), { name: "Eye Care" });
  const { id } = await make();
  expect((await make()).id).toBe(id);
  await inDatabase(url, "update staff_requests set created_at = created_at - interval '24 hours'");
  expect((await make()).id).not.toBe(id);

  const refused = staff.updateDepartment(withKey("refused"), { id: 999_999, name: "X" });
  await expect(refused).rejects.toMatchObject({ code: "DEPARTMENT_NOT_FOUND" });
  const records = await inDatabase<{ key: string }>(url, "select key from staff_requests");
  expect(records).toEqual([{ key: "k" }]);
});
