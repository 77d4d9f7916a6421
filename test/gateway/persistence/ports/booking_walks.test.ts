import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Environment, StaffCaller } from "../../../../core/mod.ts";
import { staffOf } from "../../../support/staff_callers.ts";
import type { Stage } from "../../../support/webhook_stages.ts";
import { openStages, takeBoth } from "./walk.ts";
import { perFile } from "../../../support/per_file.ts";

const both = await perFile(openStages());

/** An organization of one implementation, with the ids that its rows have there. */
interface World {
  stage: Stage;
  caller: StaffCaller;
  departmentId: number;
  workerIds: number[];
  /** In the order of booking. */
  appointments: { id: number; qrCode: string }[];
  /** The latest first. */
  holds: { id: number; dateTime: string; environment: Environment }[];
  /** The last booking with an Idempotency-Key, to send it again. */
  booking?: { environment: Environment; input: object };
  /** The last hold with an Idempotency-Key, to send it again. */
  holding?: { environment: Environment; input: object };
}

const timeZone = "Europe/Berlin";

async function openWorld(stage: Stage): Promise<World> {
  const { application } = stage;
  const { organization } = await application.createOrganization({
    name: "Clinic",
    timeZone,
    ownerEmail: `${crypto.randomUUID()}@clinic.example`,
    ownerPassword: "a password of a test",
    credits: 12,
    testCredits: 3,
  });
  const caller = staffOf(organization.id, { timeZone });
  const settings = { name: "Desk", slotCapacity: 2 };
  const { id: departmentId } = await application.createDepartment(organization.id, settings);
  const workerIds: number[] = [];
  for (const name of ["U", "V"]) {
    workerIds.push((await application.createWorker(departmentId, { name })).id);
  }
  await application.staff.createWebhook(caller, {
    url: "https://receiver.example/hook",
    events: [
      "APPOINTMENT_CREATED",
      "APPOINTMENT_UPDATED",
      "APPOINTMENT_CANCELLED",
      "APPOINTMENT_COMPLETED",
      "APPOINTMENT_NO_SHOW",
      "SLOT_AVAILABILITY_CHANGED",
    ],
    includeTest: true,
  });
  return { stage, caller, departmentId, workerIds, appointments: [], holds: [] };
}

// Few times in few slots, so that places are short. On 29 March Berlin has no 02:30; on 25 October it has two.
const times = [
  ...["10:00:00", "10:07:30", "10:30:00", "10:59:59", "11:20:00"].map((time) =>
    `2026-03-02T${time}`
  ),
  "2026-03-01T08:00:00",
  "2026-03-29T02:30:00",
  "2026-10-25T02:30:00",
  "0001-01-01T00:00:00",
  "9999-12-31T23:59:59",
];
const dateTime = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...times.slice(0, 5)) }, {
  weight: 1,
  arbitrary: fc.constantFrom(...times),
});
const mornings = { monday: [{ opens: "10:00", closes: "11:00" }] };
const environment = fc.constantFrom<Environment>("LIVE", "LIVE", "LIVE", "TEST");
const index = fc.nat(5);
const worker = fc.constantFrom(null, null, 0, 1);
const name = fc.constantFrom("Ada", "ada_100%", "Özgür", "😀".repeat(255), "Bea \\ Byron");
const bound = fc.constantFrom(undefined, "2026-03-02", "2026-03-02T10:30", "2026-12-31");

// Two keys: a hold of one is unknown to the other.
const [one, other] = [1, 2].map((apiKeyId) => ({
  apiKeyId,
  lineageId: `00000000-0000-4000-8000-00000000000${apiKeyId}`,
}));
const holder = fc.constantFrom(one!, one!, one!, other!);

const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("book" as const, "book as staff" as const),
      dateTime,
      environment,
      worker,
      name,
      key: fc.constantFrom(undefined, undefined, "a", "b"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("move" as const), index, dateTime }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("move by key" as const),
      index,
      dateTime,
      environment,
      worker,
      key: fc.constantFrom(undefined, "a", "c"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit" as const), index, worker, name }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("series" as const), dateTime, worker, name }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("cover" as const, "cover and undo" as const),
      worker: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "cancel" as const,
        "cancel and undo" as const,
        "undo" as const,
        "complete" as const,
        "miss" as const,
        "archive" as const,
        "erase" as const,
      ),
      index,
      environment,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("set" as const),
      settings: fc.record({
        slotCapacity: fc.integer({ min: 1, max: 3 }),
        slotInterval: fc.constantFrom(30, 60, 45),
        slotOffset: fc.constantFrom(0, 20),
        showAdminsInBooking: fc.boolean(),
        isActive: fc.constantFrom(true, true, true, false),
        openingHours: fc.constantFrom(null, mornings),
      }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("worker" as const), isActive: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("grant" as const), environment }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      time: fc.constantFrom({ hours: 1 }, { hours: 23 }, { hours: 25 }, { seconds: 40 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("hold" as const),
      dateTime,
      environment,
      worker,
      seconds: fc.constantFrom(30, 300, 900),
      by: holder,
      key: fc.constantFrom(undefined, "a"),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "book a hold" as const,
        "move to a hold" as const,
        "release" as const,
        "read hold" as const,
        "repeat hold" as const,
      ),
      hold: fc.nat(1),
      by: holder,
      index,
      dateTime,
      environment,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("list" as const, "search" as const),
      environment,
      page: fc.nat(1),
      size: fc.constantFrom(2, 20),
      status: fc.constantFrom(undefined, undefined, "SCHEDULED", "CANCELLED"),
      startDate: bound,
      endDate: bound,
      sort: fc.constantFrom("dateTime", "id", "createdAt", "name", "status").chain((field) =>
        fc.constantFrom(`${field},asc`, `${field},desc`)
      ),
      search: fc.constantFrom(undefined, "A", "_", "%", "ÖZ", "\\"),
      includeArchived: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "read" as const,
        "day" as const,
        "free" as const,
        "ledger" as const,
        "repeat" as const,
      ),
      index,
      dateTime,
      environment,
    }),
  },
);

/** Every kind of step with its outcome, over all walks. */
const reached = new Set<string>();

type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

async function take(step: Step, world: World): Promise<unknown> {
  const { stage: { application }, caller, departmentId, workerIds } = world;
  const { staff } = application;
  const environment = "environment" in step ? step.environment : "LIVE";
  const { id, qrCode } = "index" in step
    ? world.appointments[step.index] ?? { id: 0, qrCode: "none" }
    : { id: 0, qrCode: "none" };
  const workerId = "worker" in step && step.worker !== null ? workerIds[step.worker]! : null;
  const held = "hold" in step ? world.holds[step.hold] : undefined;
  const holdId = held?.id ?? 999_999_999;
  const scope = {
    ...caller,
    ...("by" in step ? step.by : one!),
    environment: held?.environment ?? environment,
  };
  switch (step.do) {
    case "book":
    case "book as staff": {
      const { dateTime, environment, name, key } = step;
      const input = { departmentId, dateTime, name, workerId };
      if (step.do === "book as staff") {
        const made = await staff.createAppointment(caller, { ...input, environment, phone: "5" });
        world.appointments.push(made);
        return made;
      }
      const keyed = { ...input, ...(key !== undefined && { "Idempotency-Key": key }) };
      if (key !== undefined) world.booking = { environment, input: keyed };
      const made = await application.bookAppointment(scope, keyed);
      if (!made.isReplay) world.appointments.push(made.appointment);
      return made;
    }
    case "hold": {
      const { dateTime, environment, seconds, key } = step;
      const input = {
        departmentId,
        dateTime,
        workerId,
        seconds,
        ...(key !== undefined && { "Idempotency-Key": key }),
      };
      if (key !== undefined) world.holding = { environment, input };
      const { hold, isReplay } = await application.holdPlace(scope, input);
      if (!isReplay) world.holds.unshift({ id: hold.id, dateTime, environment });
      return hold;
    }
    case "repeat hold": {
      if (!world.holding) return "none";
      const { environment, input } = world.holding;
      const { hold, isReplay } = await application.holdPlace({ ...scope, environment }, input);
      if (isReplay) reached.add("replayed hold");
      return hold;
    }
    case "book a hold": {
      const dateTime = held?.dateTime ?? step.dateTime;
      const input = { departmentId, dateTime, name: "Holder", holdId };
      const { appointment } = await application.bookAppointment(scope, input);
      world.appointments.push(appointment);
      return appointment;
    }
    case "move to a hold": {
      const dateTime = held?.dateTime ?? step.dateTime;
      const latest = world.appointments.at(-1)?.id ?? 0;
      return await application.moveAppointment(scope, { id: latest, dateTime, holdId });
    }
    case "release":
      return await application.releaseHold(scope, holdId);
    case "read hold":
      return await application.getHold(scope, holdId);
    case "repeat": {
      if (!world.booking) return "none";
      const { environment, input } = world.booking;
      const made = await application.bookAppointment({ ...caller, environment }, input);
      if (made.isReplay) reached.add("replay");
      else world.appointments.push(made.appointment);
      return made;
    }
    case "move":
      return await staff.rescheduleAppointment(caller, { id, dateTime: step.dateTime });
    case "move by key": {
      const { dateTime, key } = step;
      const moved = await application.moveAppointment(scope, {
        id,
        dateTime,
        workerId,
        ...(key !== undefined && { "Idempotency-Key": key }),
      });
      if (moved.isReplay) reached.add("replayed move");
      return moved;
    }
    case "edit":
      return await staff.updateAppointment(caller, { id, workerId, name: step.name, phone: "7" });
    case "cancel":
      return await staff.cancelAppointment(caller, { id, environment: step.environment });
    case "cancel and undo": {
      const cancelled = await staff.cancelAppointment(caller, { id, environment });
      await staff.revertAppointment(caller, { id, environment });
      return [cancelled, await staff.cancelAppointment(caller, { id, environment })];
    }
    case "undo":
      return await staff.revertAppointment(caller, { id, environment: step.environment });
    case "series": {
      const { dateTime, name } = step;
      const input = { departmentId, dateTime, name, workerId, times: 3 };
      const key = `series ${world.appointments.length}`;
      const keyed = { ...caller, idempotencyKey: key };
      const series = await staff.createSeries(keyed, input);
      world.appointments.push(...series.booked);
      return [series, await staff.createSeries(keyed, input)];
    }
    case "cover":
    case "cover and undo": {
      const days = { from: "2026-03-01", to: "2026-03-29" };
      const plan = await staff.getCoverPlan(caller, { id: workerId, ...days });
      if (plan.moves.length === 0) return plan;
      const moves = plan.moves.map(({ appointment: { id, dateTime, workerId }, to }) => ({
        id,
        from: { dateTime, workerId },
        to: { dateTime: to.dateTime, workerId: to.workerId },
      }));
      // The ids of both implementations differ, so the walk compares them as those of rows.
      const withRows = ({ moved, refused }: { moved: number[]; refused: object[] }) => ({
        moved: moved.map((id) => ({ id })),
        refused,
      });
      const moved = withRows(await staff.moveMany(caller, { moves }));
      reached.add("covered");
      if (step.do === "cover") return [plan, moved];
      const back = moves.map(({ id, from, to }) => ({ id, from: to, to: from }));
      return [plan, moved, withRows(await staff.undoMoves(caller, { moves: back }))];
    }
    case "complete":
      return await staff.completeAppointment(caller, { id, environment: step.environment });
    case "miss":
      return await staff.markMissed(caller, { id, environment: step.environment });
    case "archive":
      return await application.archiveAppointment(scope, id);
    case "erase":
      return await staff.eraseAppointment(caller, { id, environment: step.environment });
    case "set":
      return await application.updateDepartment(departmentId, step.settings);
    case "worker":
      return await application.updateWorker(workerIds[0]!, { isActive: step.isActive });
    case "grant": {
      const grant = { amount: 2, note: "Invoice", environment: step.environment };
      return await application.grantCredits(caller.organizationId, grant);
    }
    case "pass":
      return world.stage.pass(step.time);
    case "list": {
      const { do: _, search: __, includeArchived: ___, ...query } = step;
      return await application.listAppointments(scope, query);
    }
    case "search": {
      const { do: _, ...query } = step;
      return await staff.listAppointments(caller, query);
    }
    case "read": {
      const { environment } = step;
      return [
        await staff.getAppointment(caller, { id, environment }).catch(() => "none"),
        await staff.getAppointmentByQrCode(caller, { qrCode }).catch(() => "none"),
        await staff.listHistory(caller, { id, environment }).catch(() => "none"),
      ];
    }
    case "day": {
      const { environment, dateTime } = step;
      const date = dateTime.slice(0, 10);
      const range = { id: departmentId, from: date, to: date, environment };
      const listed = { departmentId, startDate: date, endDate: date };
      return [
        await application.listSlots(scope, { ...listed, workerId: workerIds[0] })
          .catch(({ code }) => code),
        await application.listSlots(scope, listed),
        await staff.listFreeSlots(caller, { ...range, workerId: workerIds[0] })
          .catch(({ code }) => code),
        await staff.getDay(caller, { id: departmentId, date, environment, allSlots: true }),
        await staff.listFreeSlots(caller, range),
      ];
    }
    case "free":
      return await application.checkAvailability(scope, { departmentId, dateTime: step.dateTime });
    case "ledger":
      return [
        await staff.listCreditEntries(caller, { environment: step.environment }),
        await staff.getBalances(caller),
      ];
  }
}

/** Returns what webhooks get: the bodies of all deliveries that are due. */
async function delivered({ stage }: World): Promise<unknown[]> {
  await stage.publishSlotChanges();
  const claimed = await stage.work();
  return claimed.map(({ body, environment }) => Object.assign(JSON.parse(body), { environment }))
    .toSorted((a, b) => JSON.stringify(comparable(a)) < JSON.stringify(comparable(b)) ? -1 : 1);
}

/** Returns an event without its id and the code of its appointment, which are random. */
function comparable(event: { data: { object: object } }) {
  return { ...event, id: 0, data: { ...event.data.object, id: 0, qrCode: "" } };
}

test("random walks of bookings and changes give the same answers, ledgers, events and audit in memory and in Postgres", async () => {
  const walks = fc.array(steps, { minLength: 25, maxLength: 40, size: "max" });
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const worlds = [await openWorld(both[0]), await openWorld(both[1])] as const;
      for (const step of walk) {
        const outcome = await takeBoth(worlds, (world) => take(step, world));
        reached.add(`${step.do} ${outcome}`);
        await takeBoth(worlds, delivered);
      }
      await takeBoth(
        worlds,
        ({ stage, caller }) => stage.application.staff.listAudit(caller, { size: 100 }),
      );
    }),
    { seed: 1, numRuns: 16, endOnFailure: true },
  );
  const changes = [
    "book",
    "book as staff",
    "move",
    "move by key",
    "edit",
    "cancel",
    "cancel and undo",
    "series",
    "cover",
    "cover and undo",
    "complete",
    "archive",
    "erase",
    "hold",
    "book a hold",
    "move to a hold",
    "release",
    "read hold",
  ];
  for (const kind of changes) expect(reached).toContain(`${kind} done`);
  expect(reached).toContain("replay");
  expect(reached).toContain("covered");
  expect(reached).toContain("replayed hold");
  expect(reached.size).toBeGreaterThan(25);
});
