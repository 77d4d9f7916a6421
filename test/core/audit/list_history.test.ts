import { beforeEach, describe, expect, test } from "vitest";
import { openDesk } from "../booking/front_desk.ts";

let desk: Awaited<ReturnType<typeof openDesk>>;

beforeEach(async () => {
  desk = await openDesk();
});

const kiosk = { kind: "API_KEY", id: 5, name: "Kiosk", ipAddress: "198.51.100.4" } as const;
/** The caller of an API key of the organization, in LIVE. */
const kioskCaller = () =>
  ({
    organizationId: desk.caller.organizationId,
    environment: "LIVE",
    actor: kiosk,
  }) as const;

describe("the history of an appointment", () => {
  test("lists the actions on that appointment with actor and time, oldest first", async () => {
    const { staff, clock, book } = desk;
    const caller = { ...desk.caller, role: "ADMIN", timeZone: "Europe/Oslo" } as const;
    const { id } = await book();
    const other = await book();
    clock.now = clock.now.add({ minutes: 5 });
    await staff.rescheduleAppointment(caller, { id, dateTime: "2026-03-02T11:00" });
    await staff.completeAppointment(caller, { id: other.id, overrideReason: "Came early" });
    clock.now = clock.now.add({ minutes: 5 });
    await desk.application.archiveAppointment(kioskCaller(), id);
    const ada = { kind: "STAFF", id: 1, name: "Ada Lovelace", ipAddress: "203.0.113.9" };
    const what = { subjectId: id, subjectName: "", environment: "LIVE" };
    expect(await staff.listHistory(caller, { id })).toEqual([
      {
        ...what,
        id: expect.any(Number),
        actor: ada,
        action: "appointment.created",
        changes: [],
        at: "2026-03-01T13:00:00",
      },
      {
        ...what,
        id: expect.any(Number),
        actor: ada,
        action: "appointment.rescheduled",
        changes: [
          { field: "dateTime", before: "2026-03-02T10:00:00", after: "2026-03-02T11:00:00" },
        ],
        at: "2026-03-01T13:05:00",
      },
      {
        ...what,
        id: expect.any(Number),
        actor: kiosk,
        action: "appointment.archived",
        // In the organization's zone, not in the caller's.
        changes: [{ field: "archivedAt", before: null, after: "2026-03-01T12:10:00" }],
        at: "2026-03-01T13:10:00",
      },
    ]);
  });

  test.each([["OWNER", true], ["ADMIN", true], ["STAFF", false]] as const)(
    "shows the address to %s: %s",
    async (role, isTold) => {
      const { id } = await desk.book();
      await desk.application.archiveAppointment(kioskCaller(), id);
      const entries = await desk.staff.listHistory({ ...desk.caller, role }, { id });
      expect(entries.map(({ actor }) => actor.ipAddress))
        .toEqual(isTold ? ["203.0.113.9", "198.51.100.4"] : [null, null]);
      expect(entries.map(({ actor }) => actor.name)).toEqual(["Ada Lovelace", "Kiosk"]);
    },
  );

  test("keeps the address in the log when it is hidden from STAFF", async () => {
    const { id } = await desk.book();
    await desk.staff.listHistory(desk.caller, { id });
    expect(desk.memory.audit.at(-1)!.actor.ipAddress).toBe("203.0.113.9");
  });

  test("of TEST is read with that environment", async () => {
    const { id } = await desk.book({ environment: "TEST" });
    expect(await desk.staff.listHistory(desk.caller, { id, environment: "TEST" })).toHaveLength(1);
  });
});
