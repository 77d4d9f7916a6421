import { describe, expect, test } from "vitest";
import { openDesk } from "./front_desk.ts";

const monday = "2026-03-02";
const morning = {
  openingHours: { monday: [{ opens: "10:00", closes: "11:00" }] },
  slotInterval: 30,
};

async function getDeskDay(desk: Awaited<ReturnType<typeof openDesk>>, input: object = {}) {
  return await desk.staff.getDeskDay(desk.caller, { date: monday, ...input });
}

describe("the desk's day", () => {
  test("has the appointments of all departments in order, and the counts of each", async () => {
    const desk = await openDesk({ ...morning, workers: ["Grace"] });
    const admin = { ...desk.caller, role: "ADMIN" as const };
    const other = await desk.staff.createDepartment(admin, { name: "Other", ...morning });
    const late = await desk.book({ dateTime: "2026-03-02T10:30", workerId: desk.workerIds[0] });
    const early = await desk.book({ departmentId: other.id });
    await desk.book({ environment: "TEST" });
    await desk.book({ dateTime: "2026-03-09T10:00" });
    const cancelled = await desk.book();
    await desk.staff.cancelAppointment(desk.caller, { id: cancelled.id });
    const day = await getDeskDay(desk);
    expect(day.appointments.map(({ id }) => id)).toEqual([early.id, cancelled.id, late.id]);
    expect(day.appointments.at(-1)!.workerName).toBe("Grace");
    expect(day).toMatchObject({
      date: monday,
      timeZone: "UTC",
      totalAppointments: 3,
      departments: [
        {
          name: "Desk",
          isActive: true,
          closure: null,
          totalAppointments: 2,
          capacity: 4,
          booked: 1,
          remainingSlots: 3,
        },
        { name: "Other", totalAppointments: 1, capacity: 2, booked: 1, remainingSlots: 1 },
      ],
    });
    expect(day.departments[0]!.slots).toEqual(
      (await desk.staff.getDay(desk.caller, { id: desk.departmentId, date: monday })).slots,
    );
    expect((await getDeskDay(desk, { environment: "TEST" })).totalAppointments).toBe(1);
  });

  test("keeps the people of a department that is switched to not bookable", async () => {
    const desk = await openDesk(morning);
    const { id } = await desk.book();
    await desk.application.updateDepartment(desk.departmentId, { isActive: false });
    const day = await getDeskDay(desk);
    expect(day.appointments.map((one) => one.id)).toEqual([id]);
    expect(day.departments).toMatchObject([{ isActive: false, booked: 1, remainingSlots: 0 }]);
    expect((await getDeskDay(desk, { date: "2026-03-03" })).departments).toEqual([]);
  });

  test("keeps the people of an inactive worker and of a closed day", async () => {
    const desk = await openDesk({ ...morning, showAdminsInBooking: true, workers: ["Grace"] });
    const { id } = await desk.book({ workerId: desk.workerIds[0] });
    await desk.application.updateWorker(desk.workerIds[0]!, { isActive: false });
    const closures = [{ from: monday, to: monday, reason: "Staff day" }];
    await desk.application.updateDepartment(desk.departmentId, { closures });
    const day = await getDeskDay(desk);
    expect(day.appointments).toMatchObject([{ id, workerName: "Grace" }]);
    expect(day.departments).toMatchObject([
      { closure: "Staff day", booked: 1, remainingSlots: 0 },
    ]);
  });

  test("lists at most 5,000 appointments, and its counts include all of them", async () => {
    const desk = await openDesk({ ...morning, slotCapacity: 10_000 });
    await desk.book({ dateTime: "2026-03-02T10:10" });
    const { appointments } = desk.memory;
    for (let i = 2; i <= 6001; i += 1) {
      const status = i === 6001 ? "CANCELLED" as const : "SCHEDULED" as const;
      appointments.push({ ...appointments[0]!, id: i, status });
    }
    const day = await getDeskDay(desk);
    expect(day.appointments).toHaveLength(5000);
    expect(day.totalAppointments).toBe(6001);
    expect(day.departments[0]!.slots!.map(({ booked }) => booked)).toEqual([6000, 0]);
  });

  test("has slots until 20,000 are in it, and counts for every department", async () => {
    const desk = await openDesk({ slotInterval: 1 });
    const admin = { ...desk.caller, role: "ADMIN" as const };
    for (let i = 0; i < 14; i += 1) {
      await desk.staff.createDepartment(admin, { name: `D${i}`, slotInterval: 1 });
    }
    const { departments } = await getDeskDay(desk);
    const known = departments.map(({ slots }) => slots?.length ?? null);
    expect(known).toEqual([...Array.from({ length: 13 }, () => 1440), null, null]);
    expect(departments.at(-1)).toMatchObject({ capacity: 1440, remainingSlots: 1440 });
  });
});
