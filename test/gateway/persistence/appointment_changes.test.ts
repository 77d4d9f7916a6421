import { describe, expect, test } from "vitest";
import { isServiceUnavailable } from "../../../gateway/persistence/database/faults.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { addWebhook, inDatabase, publishedEvents } from "../../support/published_events.ts";

type Staff = TestService["application"]["staff"];

/** Two services that share nothing but a database, with an organization, its staff and its webhook. */
async function openDesk(settings: object = {}) {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const one = stack.use(await openService(url));
  const two = stack.use(await openService(url));
  const seeded = await seedOrganization(one, { slotCapacity: 100, ...settings });
  const { organizationId, departmentId } = seeded;
  const webhookId = await addWebhook(one, organizationId);
  const caller = staffOf(organizationId, { role: "STAFF" });
  return {
    url,
    one,
    two,
    seeded,
    webhookId,
    caller,
    book: async (dateTime = "2025-12-01T10:00:00", more: object = {}) =>
      await one.application.staff.createAppointment(caller, {
        departmentId,
        dateTime,
        name: "Ada",
        ...more,
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** How an attempt ended: "done", or its code, the invalid fields, and what a CONFLICT says. */
/** A request that has waited for its turn too long, on a busy machine, is repeated as callers do. */
async function endOf(attempt: () => Promise<unknown>): Promise<string> {
  try {
    await attempt();
    return "done";
  } catch (error) {
    if (isServiceUnavailable(error)) return await endOf(attempt);
    const { code, faults, message } = error as
      & { code: string; faults: { field: string }[] }
      & Error;
    if (code === undefined) throw error;
    return [code, ...(code === "CONFLICT" ? [message] : faults.map(({ field }) => field))].join(
      " ",
    );
  }
}

type Attempt = () => Promise<unknown>;

/** Attempts of two services at once, the right one sent first every other time. */
async function race(
  times: number,
  attempts: (i: number) => [Attempt, Attempt],
): Promise<[string, string][]> {
  return await Promise.all(Array.from({ length: times }, async (_, i) => {
    const [left, right] = attempts(i);
    if (i % 2 === 0) return await Promise.all([endOf(left), endOf(right)]);
    const [second, first] = await Promise.all([endOf(right), endOf(left)]);
    return [first, second];
  }));
}

async function bookMany(desk: Desk, count: number): Promise<number[]> {
  const made = await Promise.all(Array.from({ length: count }, () => desk.book()));
  return made.map(({ id }) => id);
}

const statusesOf = async (url: string) =>
  new Map(
    (await inDatabase<{ id: string; status: string; archived: boolean }>(
      url,
      "select id, status, archived_at is not null as archived from appointments",
    )).map(({ id, status, archived }) => [Number(id), archived ? `${status} archived` : status]),
  );

const typesOf = async (url: string, id: number) =>
  (await publishedEvents(url)).filter((event) => event["id"] === id).map(({ type }) => type).slice(
    1,
  );

describe("two changes of one appointment at once", () => {
  test("a cancellation and a completion: one wins, the other gets CONFLICT with the new status", async () => {
    await using desk = await openDesk();
    const { url, one, two, caller } = desk;
    const ids = await bookMany(desk, 40);
    const ends = await race(40, (i) => [
      () => one.application.staff.cancelAppointment(caller, { id: ids[i]! }),
      () => two.application.staff.completeAppointment(caller, { id: ids[i]! }),
    ]);
    const statuses = await statusesOf(url);
    for (const [i, end] of ends.entries()) {
      const isCancelled = statuses.get(ids[i]!) === "CANCELLED";
      expect(end).toEqual(
        isCancelled
          ? ["done", "CONFLICT The appointment is already CANCELLED"]
          : ["CONFLICT The appointment is already COMPLETED", "done"],
      );
    }
    const cancelled = ends.filter(([end]) => end === "done").length;
    expect(await checkLedger(url)).toMatchObject({ balance: 2000 - 40 + cancelled });
    const types = (await publishedEvents(url)).map(({ type }) => type);
    expect(types.filter((type) => type === "appointment.cancelled")).toHaveLength(cancelled);
    expect(types.filter((type) => type === "appointment.completed")).toHaveLength(40 - cancelled);
    const records = await inDatabase<{ subject_id: string; changes: { after: string }[] }>(
      url,
      "select subject_id, changes from audit_entries where action ~ 'cancelled|completed'",
    );
    expect(records).toHaveLength(40);
    for (const { subject_id: id, changes } of records) {
      expect(changes).toMatchObject([{ field: "status", after: statuses.get(Number(id)) }]);
    }
  });

  test("two cancellations: one refunds the credit and publishes the event", async () => {
    await using desk = await openDesk();
    const { url, one, two, caller } = desk;
    const ids = await bookMany(desk, 10);
    const cancel = ({ application }: TestService, id: number) =>
      endOf(() => application.staff.cancelAppointment(caller, { id }));
    for (const id of ids) {
      const ends = await Promise.all([one, two, one, two].map((service) => cancel(service, id)));
      expect(ends.toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => "CONFLICT The appointment is already CANCELLED"),
        "done",
      ]);
      expect(await typesOf(url, id)).toEqual(["appointment.cancelled"]);
    }
    expect(await checkLedger(url)).toMatchObject({ balance: 2000 });
  });

  test("two undos of a cancellation: one charges the credit again, and each later cancellation refunds it", async () => {
    await using desk = await openDesk({ slotCapacity: 1 });
    const { url, one, two, caller } = desk;
    const { id } = await desk.book();
    for (const round of [1, 2]) {
      await one.application.staff.cancelAppointment(caller, { id });
      const undo = ({ application }: TestService) =>
        endOf(() => application.staff.revertAppointment(caller, { id }));
      const ends = await Promise.all([one, two, one, two].map(undo));
      expect(ends.toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => "CONFLICT The appointment is already SCHEDULED"),
        "done",
      ]);
      expect(await typesOf(url, id)).toHaveLength(2 * round);
      expect(await checkLedger(url)).toMatchObject({ balance: 1999 });
    }
  });

  test("an undo of a cancellation and a booking of the last place: one succeeds", async () => {
    await using desk = await openDesk({ slotCapacity: 1 });
    const { url, one, two, seeded, caller } = desk;
    const at = (day: number) => `2025-12-${String(day + 1).padStart(2, "0")}T10:00`;
    const made = await Promise.all(Array.from({ length: 20 }, (_, i) => desk.book(at(i))));
    for (const { id } of made) await one.application.staff.cancelAppointment(caller, { id });
    const { departmentId } = seeded;
    const ends = await race(20, (i) => [
      () => one.application.staff.revertAppointment(caller, { id: made[i]!.id }),
      () => two.application.bookAppointment(seeded, { departmentId, dateTime: at(i), name: "B" }),
    ]);
    for (const end of ends) expect(end.toSorted()).toEqual(["VALIDATION_ERROR dateTime", "done"]);
    expect(await checkLedger(url)).toMatchObject({ balance: 2000 - 20 });
  });

  test("two clerks who give the appointments of one worker away and undo it: each moves once and comes back", async () => {
    await using desk = await openDesk({ showAdminsInBooking: true });
    const { url, one, two, seeded, caller } = desk;
    const [ill] = await Promise.all(
      ["Ill", "V", "W"].map((name) => one.application.createWorker(seeded.departmentId, { name })),
    );
    const day = { from: "2099-12-01", to: "2099-12-01" };
    const times = Array.from(
      { length: 12 },
      (_, i) => `2099-12-01T${String(8 + i).padStart(2, "0")}:00`,
    );
    for (const time of times) await desk.book(time, { workerId: ill!.id });
    const { moves: planned } = await one.application.staff.getCoverPlan(caller, {
      id: ill!.id,
      ...day,
    });
    expect(planned).toHaveLength(12);
    const moves = planned.map(({ appointment: { id, dateTime, workerId }, to }) => ({
      id,
      from: { dateTime, workerId },
      to: { dateTime: to.dateTime, workerId: to.workerId },
    }));
    const back = moves.map(({ id, from, to }) => ({ id, from: to, to: from }));
    const ids = moves.map(({ id }) => id);
    for (
      const act of [
        ({ application: { staff } }: TestService) => staff.moveMany(caller, { moves }),
        ({ application: { staff } }: TestService) => staff.undoMoves(caller, { moves: back }),
      ]
    ) {
      const answers = await Promise.all([one, two].map(act));
      expect(answers).toEqual([{ moved: ids, refused: [] }, { moved: ids, refused: [] }]);
    }
    for (const id of ids) {
      const types = await typesOf(url, id);
      expect(types.filter((type) => type === "appointment.updated")).toHaveLength(2);
    }
    await checkLedger(url);
  });

  test("two moves into the last place: one succeeds", async () => {
    await using desk = await openDesk({ slotCapacity: 1 });
    const { url, one, two, caller } = desk;
    const at = (day: number, time: string) => `2025-12-${String(day + 1).padStart(2, "0")}T${time}`;
    const pairs = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, i) => await Promise.all([desk.book(at(i, "10:00")), desk.book(at(i, "11:00"))]),
      ),
    );
    const move = ({ application }: TestService, id: number, i: number) => () =>
      application.staff.rescheduleAppointment(caller, { id, dateTime: at(i, "12:00") });
    const ends = await race(20, (i) => [
      move(one, pairs[i]![0].id, i),
      move(two, pairs[i]![1].id, i),
    ]);
    for (const end of ends) expect(end.toSorted()).toEqual(["VALIDATION_ERROR dateTime", "done"]);
    await checkLedger(url);
  });

  test("a move and a booking for the last place: one succeeds", async () => {
    await using desk = await openDesk({ slotCapacity: 1 });
    const { url, one, two, seeded, caller } = desk;
    const at = (day: number, time: string) => `2025-12-${String(day + 1).padStart(2, "0")}T${time}`;
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => desk.book(at(i, "10:00"))),
    );
    const { departmentId } = seeded;
    const ends = await race(20, (i) => [
      () =>
        one.application.staff.rescheduleAppointment(caller, {
          id: made[i]!.id,
          dateTime: at(i, "12:00"),
        }),
      () =>
        two.application.bookAppointment(seeded, {
          departmentId,
          dateTime: at(i, "12:00"),
          name: "B",
        }),
    ]);
    for (const end of ends) expect(end.toSorted()).toEqual(["VALIDATION_ERROR dateTime", "done"]);
    const booked = ends.filter(([, end]) => end === "done").length;
    expect(await checkLedger(url)).toMatchObject({ appointments: 20 + booked });
  });

  test("archiving and cancelling: both or only archiving succeed, with one event", async () => {
    await using desk = await openDesk();
    const { url, one, two, seeded, caller } = desk;
    const ids = await bookMany(desk, 30);
    const ends = await race(30, (i) => [
      () => one.application.archiveAppointment(seeded, ids[i]!),
      () => two.application.staff.cancelAppointment(caller, { id: ids[i]! }),
    ]);
    const statuses = await statusesOf(url);
    for (const [i, [archived, cancelled]] of ends.entries()) {
      expect(archived).toBe("done");
      expect(`${cancelled} ${statuses.get(ids[i]!)}`).toMatch(
        /^(done CANCELLED|CONFLICT The appointment is already SCHEDULED and archived SCHEDULED) archived$/,
      );
      expect(await typesOf(url, ids[i]!)).toEqual(["appointment.cancelled"]);
    }
    await checkLedger(url);
  });

  test("all operations on a few appointments in small slots keep the ledger consistent", async () => {
    await using desk = await openDesk({ slotCapacity: 2, showAdminsInBooking: true });
    const { url, one, two, seeded, caller } = desk;
    const workers = await Promise.all(
      ["U", "V", "W"].map((name) => one.application.createWorker(seeded.departmentId, { name })),
    );
    const times = ["10:00", "10:20", "10:30", "11:00"].map((time) => `2025-12-01T${time}`);
    const pick = <T>(values: readonly T[], i: number) => values[i % values.length]!;
    const ends = await Promise.all(Array.from({ length: 300 }, (_, i) => {
      const { application } = i % 2 ? one : two;
      const id = 1 + i % 7;
      const dateTime = pick(times, i * 7);
      const workerId = pick(workers, i * 5).id;
      const steps: ((staff: Staff) => Promise<unknown>)[] = [
        () => desk.book(dateTime, { workerId }),
        (staff) => staff.rescheduleAppointment(caller, { id, dateTime }),
        (staff) => staff.updateAppointment(caller, { id, workerId }),
        (staff) => staff.cancelAppointment(caller, { id }),
        (staff) => staff.revertAppointment(caller, { id }),
        () => desk.book(dateTime, { workerId }),
        () => application.archiveAppointment(seeded, id),
        (staff) => staff.markMissed(caller, { id }),
        (staff) => staff.completeAppointment(caller, { id }),
        () =>
          application.updateDepartment(seeded.departmentId, {
            slotInterval: pick([20, 30, 60], i),
          }),
      ];
      return endOf(() => pick(steps, i)(application.staff));
    }));
    const known = /^(done|VALIDATION_ERROR (dateTime|workerId)|CONFLICT .*|APPOINTMENT_NOT_FOUND)$/;
    expect(ends.filter((end) => !known.test(end))).toEqual([]);
    expect(ends).toContain("done");
    await checkLedger(url);
  });
});

/** Every operation on an appointment, and the events that it publishes, without the creation. */
const operations: [string, (desk: Desk, id: number) => Promise<unknown>, string[]][] = [
  [
    "an edit",
    ({ one, caller }, id) => one.application.staff.updateAppointment(caller, { id, phone: "5" }),
    ["appointment.updated"],
  ],
  [
    "a move",
    ({ one, caller }, id) =>
      one.application.staff.rescheduleAppointment(caller, { id, dateTime: "2025-12-01T11:07" }),
    ["appointment.updated", "slot 10:00 3", "slot 11:00 2"],
  ],
  [
    "a cancellation",
    ({ one, caller }, id) => one.application.staff.cancelAppointment(caller, { id }),
    ["appointment.cancelled", "slot 10:00 3"],
  ],
  [
    "a completion",
    ({ one, caller }, id) => one.application.staff.completeAppointment(caller, { id }),
    ["appointment.completed"],
  ],
  [
    "a no-show",
    ({ one, caller }, id) => one.application.staff.markMissed(caller, { id }),
    ["appointment.no_show"],
  ],
  [
    "archiving",
    ({ one, seeded }, id) => one.application.archiveAppointment(seeded, id),
    ["appointment.cancelled", "slot 10:00 3"],
  ],
  [
    "a creation by an API key",
    ({ one, seeded }) =>
      one.application.bookAppointment(seeded, {
        departmentId: seeded.departmentId,
        dateTime: "2025-12-01T10:29",
        name: "Ada",
      }),
    ["appointment.created", "slot 10:00 1"],
  ],
  [
    "a creation by staff",
    (desk) => desk.book("2025-12-01T10:29", { phone: "5" }),
    ["appointment.created", "slot 10:00 1"],
  ],
];

describe.each(operations)("%s", (_, operate, expectedEvents) => {
  const forget = "truncate webhook_events, webhook_attempts";

  test("is written with its events and their deliveries in one transaction", async () => {
    await using desk = await openDesk({ slotCapacity: 3 });
    const { url } = desk;
    const { id } = await desk.book();
    await inDatabase(url, forget);
    await operate(desk, id);
    const events = await publishedEvents(url);
    const words = events.map(({ type, slotTime, remainingSlots }) =>
      type === "slot.availability_changed"
        ? `slot ${String(slotTime).slice(11, 16)} ${remainingSlots}`
        : type
    );
    expect(words.toSorted()).toEqual(expectedEvents);
    for (const { webhookIds, environment } of events) {
      expect({ webhookIds, environment }).toEqual({
        webhookIds: [desk.webhookId],
        environment: "LIVE",
      });
    }
    const written = await inDatabase<{ xmin: string }>(
      url,
      `with written as (
         select xmin::text from appointments where id = (select max(id) from appointments)
         union all select xmin::text from webhook_events
         union all select xmin::text from webhook_attempts
       ) select distinct xmin from written`,
    );
    expect(written).toHaveLength(1);
  });

  test("leaves nothing if its transaction rolls back at the end", async () => {
    await using desk = await openDesk({ slotCapacity: 3 });
    const { url } = desk;
    const { id } = await desk.book();
    await inDatabase(url, forget);
    const all = () =>
      inDatabase(
        url,
        `select to_jsonb(a) as appointment, balance, (select count(*) from credit_entries) as entries
         from appointments a join balances b using (organization_id, environment) order by a.id`,
      );
    const before = await all();
    await inDatabase(
      url,
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise exception 'refused at the commit'; end $$;
       create constraint trigger refuse after insert or update on appointments
         deferrable initially deferred for each row execute function refuse()`,
    );
    await expect(operate(desk, id)).rejects.toThrow("refused at the commit");
    expect(await all()).toEqual(before);
    expect(await publishedEvents(url)).toEqual([]);
    expect(await inDatabase(url, "select * from webhook_attempts")).toEqual([]);
  });
});

describe("an undo in a race", () => {
  const conflict = (status: string) => `CONFLICT The appointment is already ${status}`;

  async function openCompleted(count: number) {
    const desk = await openDesk();
    const ids = await bookMany(desk, count);
    const { staff } = desk.one.application;
    await Promise.all(ids.map((id) => staff.completeAppointment(desk.caller, { id })));
    return Object.assign(desk, { ids });
  }

  test("with a second undo: exactly one acts", async () => {
    await using desk = await openCompleted(20);
    const { url, one, two, caller, ids } = desk;
    const ends = await race(20, (i) => [
      () => one.application.staff.revertAppointment(caller, { id: ids[i]! }),
      () => two.application.staff.revertAppointment(caller, { id: ids[i]! }),
    ]);
    for (const end of ends) expect(end.toSorted()).toEqual([conflict("SCHEDULED"), "done"]);
    const records = await inDatabase(
      url,
      "select 1 from audit_entries where action = 'appointment.reverted'",
    );
    expect(records).toHaveLength(20);
  });

  test("with a cancellation: the cancellation acts only after the undo", async () => {
    await using desk = await openCompleted(20);
    const { url, one, two, caller, ids } = desk;
    const ends = await race(20, (i) => [
      () => one.application.staff.revertAppointment(caller, { id: ids[i]! }),
      () => two.application.staff.cancelAppointment(caller, { id: ids[i]! }),
    ]);
    const statuses = await statusesOf(url);
    for (const [i, [undo, cancel]] of ends.entries()) {
      expect(undo).toBe("done");
      const isCancelled = statuses.get(ids[i]!) === "CANCELLED";
      expect(cancel).toBe(isCancelled ? "done" : conflict("COMPLETED"));
    }
    const cancelled = ends.filter(([, cancel]) => cancel === "done").length;
    expect(await checkLedger(url)).toMatchObject({ balance: 2000 - 20 + cancelled });
  });

  test("with a correction: both act, and the last one decides the status", async () => {
    await using desk = await openCompleted(20);
    const { url, one, two, caller, ids } = desk;
    const ends = await race(20, (i) => [
      () => one.application.staff.revertAppointment(caller, { id: ids[i]! }),
      () => two.application.staff.markMissed(caller, { id: ids[i]! }),
    ]);
    const statuses = await statusesOf(url);
    for (const [i, end] of ends.entries()) {
      expect(end).toEqual(["done", "done"]);
      const actions = (await inDatabase<{ action: string }>(
        url,
        `select action from audit_entries where subject_id = ${ids[i]} order by id`,
      )).map(({ action }) => action);
      const last = actions.at(-1);
      expect(statuses.get(ids[i]!)).toBe(last === "appointment.missed" ? "MISSED" : "SCHEDULED");
    }
  });
});
