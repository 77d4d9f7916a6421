import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { StaffCaller } from "../../../../core/mod.ts";
import { staffOf } from "../../../support/staff_callers.ts";
import type { Stage } from "../../../support/webhook_stages.ts";
import { openStages, takeBoth } from "./walk.ts";
import { perFile } from "../../../support/per_file.ts";

const both = await perFile(openStages());

/** An organization of one implementation, with the ids that its rows have there. */
interface World {
  stage: Stage;
  caller: StaffCaller;
  departmentIds: number[];
  workerId: number;
  /** Of today and of tomorrow, in the order of booking. */
  appointments: { id: number; qrCode: string }[];
  /** In the order of arrival. */
  visits: number[];
}

const timeZone = "Europe/Berlin";

async function openWorld(stage: Stage): Promise<World> {
  const { application } = stage;
  const { organization } = await application.createOrganization({
    name: "Office",
    timeZone,
    ownerEmail: `${crypto.randomUUID()}@office.example`,
    ownerPassword: "a password of a test",
    credits: 100,
  });
  const caller = staffOf(organization.id, { timeZone });
  const departmentIds: number[] = [];
  for (const name of ["Passports", "Cars"]) {
    const settings = { name, slotCapacity: 10 };
    departmentIds.push((await application.createDepartment(organization.id, settings)).id);
  }
  await application.staff.changeQueueRules(caller, { id: departmentIds[0], maxCalls: 1 });
  const { id: workerId } = await application.createWorker(departmentIds[0]!, { name: "U" });
  await application.staff.createWebhook(caller, {
    url: "https://receiver.example/hook",
    events: ["VISIT_ARRIVED", "VISIT_CALLED", "VISIT_FINISHED", "APPOINTMENT_COMPLETED"],
  });
  const world: World = { stage, caller, departmentIds, workerId, appointments: [], visits: [] };
  const today = stage.now().toZonedDateTimeISO(timeZone).toPlainDate();
  for (const dateTime of ["T12:00", "T12:30", "T13:00"].map((time) => `${today}${time}`)) {
    world.appointments.push(await book(world, dateTime));
  }
  world.appointments.push(await book(world, `${today.add({ days: 1 })}T12:00`));
  return world;
}

function book({ stage, caller, departmentIds: [departmentId] }: World, dateTime: string) {
  return stage.application.staff.createAppointment(caller, { departmentId, dateTime, name: "Ada" });
}

const visit = fc.nat(4);
const department = fc.nat(1);
const priority = fc.constantFrom(undefined, undefined, null, "Urgent", "Child");
const counter = { desk: fc.constantFrom("1", "2", "3"), worker: fc.boolean() };

const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("arrive" as const, "arrive by code" as const),
      appointment: fc.nat(4),
      priority,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant("walk in" as const), department, priority }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("serve" as const), ...counter, minutes: fc.nat(30) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("call next" as const), ...counter, all: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("call" as const), ...counter, visit }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "call again" as const,
        "start" as const,
        "finish" as const,
        "miss" as const,
        "leave" as const,
        "cancel visit" as const,
        "return" as const,
      ),
      visit,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("transfer" as const),
      visit,
      department,
      priority,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      visit,
      priority,
      note: fc.constantFrom(undefined, "", "Speaks Polish"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("rules" as const),
      department,
      rules: fc.record({
        checkIn: fc.constantFrom("ARRIVE", "COMPLETE"),
        toleranceMinutes: fc.constantFrom(0, 15, 240),
        arrivalMinutes: fc.constantFrom(null, 60, 1440),
        dayEndsAt: fc.constantFrom("00:00", "04:00", "12:00"),
        maxCalls: fc.constantFrom(1, 3),
        priorities: fc.constantFrom([], ["Urgent"], ["Child", "Urgent"]),
      }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("cancel" as const), appointment: fc.nat(4) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      time: fc.constantFrom(
        { seconds: 40 },
        { minutes: 7 },
        { minutes: 7 },
        { hours: 2 },
        { hours: 16 },
        { hours: 25 },
      ),
    }),
  },
);

type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

/** Every kind of step with its outcome, over all walks. */
const reached = new Set<string>();

async function take(step: Step, world: World): Promise<unknown> {
  const { stage: { application: { staff }, ...stage }, caller, departmentIds } = world;
  const id = "visit" in step ? world.visits[step.visit] ?? 999_999_999 : 0;
  const departmentId = "department" in step ? departmentIds[step.department]! : 0;
  const priority = "priority" in step && step.priority !== undefined
    ? { priority: step.priority }
    : {};
  const by = "desk" in step
    ? { desk: step.desk, workerId: step.worker ? world.workerId : null }
    : { desk: "" };
  const appointment = "appointment" in step ? world.appointments[step.appointment] : undefined;
  const keep = <V extends { id: number } | null>(made: V): V => {
    if (made && !world.visits.includes(made.id)) world.visits.push(made.id);
    return made;
  };
  switch (step.do) {
    case "arrive":
      return keep(
        await staff.arrive(caller, { appointmentId: appointment?.id ?? 999_999_999, ...priority }),
      );
    case "arrive by code":
      return keep(
        await staff.arrive(caller, { qrCode: appointment?.qrCode ?? "none", ...priority }),
      );
    case "walk in":
      return keep(await staff.arrive(caller, { departmentId, ...priority }));
    case "call next": {
      const from = step.all ? departmentIds : departmentIds.slice(0, 1);
      return await staff.callNext(caller, { departmentIds: from, ...by });
    }
    case "serve": {
      const called = await staff.callNext(caller, { departmentIds, ...by });
      if (!called) return called;
      stage.pass({ minutes: step.minutes });
      return await staff.finishVisit(caller, { id: called.id });
    }
    case "call":
      return await staff.callVisit(caller, { id, ...by });
    case "call again":
      return await staff.callAgain(caller, { id });
    case "start":
      return await staff.startService(caller, { id });
    case "finish":
      return await staff.finishVisit(caller, { id });
    case "miss":
      return await staff.missVisit(caller, { id });
    case "leave":
      return await staff.leaveVisit(caller, { id });
    case "cancel visit":
      return await staff.cancelVisit(caller, { id });
    case "return":
      return await staff.returnToQueue(caller, { id });
    case "transfer":
      return keep(await staff.transferVisit(caller, { id, departmentId, ...priority }));
    case "edit": {
      const note = step.note === undefined ? {} : { note: step.note };
      return await staff.updateVisit(caller, { id, ...priority, ...note });
    }
    case "rules":
      return await staff.changeQueueRules(caller, { id: departmentId, ...step.rules });
    case "cancel":
      return await staff.cancelAppointment(caller, { id: appointment?.id ?? 999_999_999 });
    case "pass":
      return stage.pass(step.time);
  }
}

async function departmentsOf({ stage: { application }, caller }: World) {
  return (await application.staff.getQueue(caller, {})).departments;
}

/** Returns what webhooks get, in the order of the events. */
async function delivered({ stage }: World): Promise<unknown[]> {
  const claimed = await stage.work();
  return claimed.map(({ body }) => JSON.parse(body) as { type: string; data: { object: object } })
    .toSorted((a, b) => sortKey(a) < sortKey(b) ? -1 : 1);
}

function sortKey({ type, data }: { type: string; data: { object: object } }): string {
  return JSON.stringify([type, { ...data.object, id: 0, appointmentId: 0, qrCode: "" }]);
}

test("random walks of visits give the same answers, queues, events and audit in memory and in Postgres", async () => {
  const walks = fc.array(steps, { minLength: 40, maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const worlds = [await openWorld(both[0]), await openWorld(both[1])] as const;
      for (const step of walk) {
        const outcome = await takeBoth(worlds, (world) => take(step, world));
        reached.add(`${step.do} ${outcome}`);
        if ((await departmentsOf(worlds[1])).some((one) => one.estimatedMinutes !== null)) {
          reached.add("estimated");
        }
        await takeBoth(worlds, delivered);
        await takeBoth(
          worlds,
          ({ stage, caller }) => stage.application.staff.getQueue(caller, {}),
        );
      }
      await takeBoth(
        worlds,
        ({ stage, caller }) => stage.application.staff.listAudit(caller, { size: 100 }),
      );
    }),
    { seed: 5, numRuns: 16, endOnFailure: true },
  );
  expect(reached).toContain("estimated");
  const kinds = [
    "arrive",
    "arrive by code",
    "walk in",
    "call next",
    "call",
    "call again",
    "start",
    "finish",
    "miss",
    "leave",
    "cancel visit",
    "return",
    "transfer",
    "edit",
    "rules",
  ];
  for (const kind of kinds) expect(reached).toContain(`${kind} done`);
  for (const kind of ["arrive", "call next", "call", "start", "miss", "transfer"]) {
    expect(reached).toContain(`${kind} CONFLICT`);
  }
});

test("the estimates of a day are as far off as the median of the differences to the real waits", async () => {
  const worlds = [await openWorld(both[0]), await openWorld(both[1])] as const;
  const answers = async ({ stage, caller, departmentIds: [, departmentId] }: World) => {
    const { staff } = stage.application;
    const at = { departmentIds: [departmentId], desk: "1" };
    const arrive = () => staff.arrive(caller, { departmentId });
    const serveNext = async () => {
      const { id } = (await staff.callNext(caller, at))!;
      stage.pass({ minutes: 10 });
      await staff.finishVisit(caller, { id });
    };
    for (let i = 0; i < 3; i += 1) {
      await arrive();
      await serveNext();
    }
    const estimated = [await arrive(), await arrive(), await arrive()];
    // The three wait 3, 13 and 23 minutes.
    stage.pass({ minutes: 3 });
    for (let i = 0; i < 3; i += 1) await serveNext();
    const { departments } = await staff.getQueue(caller, {});
    return {
      estimates: estimated.map(({ estimatedMinutes }) => estimatedMinutes),
      departments: departments.map(({ estimateErrorMinutes, ended }) => ({
        estimateErrorMinutes,
        ended,
      })),
    };
  };
  // The counter was free, so the first one could expect to be called at once.
  const expected = {
    estimates: [0, 10, 20],
    departments: [{ estimateErrorMinutes: null, ended: 0 }, { estimateErrorMinutes: 3, ended: 6 }],
  };
  for (const world of worlds) expect(await answers(world)).toEqual(expected);
});

test("a person who is sent on during a service of the day before keeps the date and the number", async () => {
  const worlds = [await openWorld(both[0]), await openWorld(both[1])] as const;
  const answers = async ({ stage, caller, departmentIds: [from, to] }: World) => {
    const { staff } = stage.application;
    const { id, date } = await staff.arrive(caller, { departmentId: from });
    await staff.callVisit(caller, { id, desk: "1" });
    await staff.startService(caller, { id });
    stage.pass({ hours: 25 });
    const today = await staff.arrive(caller, { departmentId: from });
    const sent = await staff.transferVisit(caller, { id, departmentId: to });
    const { waiting, left } = await staff.getQueue(caller, {});
    const shown = (one: typeof sent) => [one.number, one.part, one.date === date];
    return {
      today: shown(today),
      sent: shown(sent),
      waiting: waiting.map(shown),
      left: left.map(shown),
    };
  };
  // The person came to the new department just now, so the visit is not one that everybody forgot.
  const expected = {
    today: [2, 1, false],
    sent: [1, 2, true],
    waiting: [[1, 2, true], [2, 1, false]],
    left: [],
  };
  for (const world of worlds) expect(await answers(world)).toEqual(expected);
});

test("a visit whose appointment was changed since the arrival ends alone, and its ticket says so", async () => {
  const worlds = [await openWorld(both[0]), await openWorld(both[1])] as const;
  const answers = async (world: World) => {
    const { stage: { application, ...stage }, caller, departmentIds: [, cars], appointments } =
      world;
    const { staff } = application;
    const tomorrow = stage.now().toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 });
    const changes = [
      (id: number) => staff.rescheduleAppointment(caller, { id, dateTime: `${tomorrow}T15:00` }),
      (id: number) => staff.cancelAppointment(caller, { id }),
      (id: number) => staff.archiveAppointment(caller, { id }),
    ];
    const seen = [];
    for (const [i, change] of changes.entries()) {
      const { id: appointmentId } = appointments[i]!;
      const { id, ticket } = await staff.arrive(caller, { appointmentId });
      await staff.callVisit(caller, { id, desk: "1" });
      await staff.startService(caller, { id });
      await change(appointmentId);
      const { appointmentChange } = await application.showTicket(ticket, {
        ipAddress: "192.0.2.1",
      });
      const sent = await staff.transferVisit(caller, { id, departmentId: cars });
      const ended = (await staff.getQueue(caller, {})).ended.find((one) => one.id === id)!;
      seen.push(appointmentChange?.difference, appointmentChange?.department);
      for (const one of [sent, ended]) {
        seen.push(one.isAppointmentKept, one.appointment!.difference, one.appointment!.status);
      }
    }
    return seen;
  };
  const twice = <T>(facts: T[]): T[] => [...facts, ...facts];
  const expected = [
    ["MOVED", "Passports", ...twice([true, "MOVED", "SCHEDULED"])],
    ["CANCELLED", "Passports", ...twice([true, "CANCELLED", "CANCELLED"])],
    ["ARCHIVED", "Passports", ...twice([true, "ARCHIVED", "SCHEDULED"])],
  ].flat();
  for (const world of worlds) expect(await answers(world)).toEqual(expected);
});

test("an appointment has its visits in the order of arrival, and no others", async () => {
  const worlds = [await openWorld(both[0]), await openWorld(both[1])] as const;
  await takeBoth(worlds, async ({ stage: { application }, caller, ...world }) => {
    const { staff } = application;
    const [appointmentId, other] = world.appointments.map(({ id }) => id);
    const scope = { organizationId: caller.organizationId, environment: "LIVE" } as const;
    const { id: first } = await staff.arrive(caller, { appointmentId });
    await staff.leaveVisit(caller, { id: first });
    await staff.arrive(caller, { appointmentId: other });
    await staff.arrive(caller, { departmentId: world.departmentIds[0] });
    const { id: second } = await staff.arrive(caller, { appointmentId });
    const visits = await application.listVisitsOfAppointment(scope, appointmentId!);
    expect(visits.map(({ id }) => id)).toEqual([first, second]);
    expect(await application.getVisit(scope, second)).toEqual(visits[1]);
    return visits;
  });
});
