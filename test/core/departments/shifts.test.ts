import { describe, expect, test } from "vitest";
import { offDutyTimes, shiftsField } from "../../../core/departments/shifts.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "../booking/front_desk.ts";

const whole = (from: string, to: string) => ({ from, to, starts: null, ends: null });
const part = (date: string, starts: string, ends: string) => ({
  from: date,
  to: date,
  starts,
  ends,
});
const shift = (starts: string, ends: string) => ({ starts, ends });

describe("a plan leaves off duty", () => {
  test.each([
    ["nothing without planned dates", {}, false, []],
    ["all days of a worker who is first in another department", {}, true, [
      whole("0001-01-01", "9999-12-31"),
    ]],
    [
      "the times around the shifts",
      { "2026-03-02": [shift("08:00", "12:00"), shift("13:00", "17:30")] },
      false,
      [
        part("2026-03-02", "00:00", "08:00"),
        part("2026-03-02", "12:00", "13:00"),
        part("2026-03-02", "17:30", "24:00"),
      ],
    ],
    [
      "nothing on a date with a shift all day",
      { "2026-03-02": [shift("00:00", "24:00")] },
      false,
      [],
    ],
    ["days off that follow one another, together", { "2026-03-01": [], "2026-02-28": [] }, false, [
      whole("2026-02-28", "2026-03-01"),
    ]],
    [
      "the days before, between and after the shifts elsewhere",
      {
        "2026-03-05": [shift("00:00", "12:00")],
        "2026-03-02": [shift("00:00", "24:00")],
        "2026-03-06": [],
      },
      true,
      [
        whole("0001-01-01", "2026-03-01"),
        whole("2026-03-03", "2026-03-04"),
        part("2026-03-05", "12:00", "24:00"),
        whole("2026-03-06", "9999-12-31"),
      ],
    ],
  ])("%s", (_, plan, isElsewhere, wanted) => {
    expect(offDutyTimes(plan, { isElsewhere }))
      .toEqual(wanted.map((one) => ({ ...one, reason: "", isOffDuty: true })));
  });
});

test.each([
  ["that overlap", [["08:00", "12:00"], ["11:59", "13:00"]], false],
  ["that follow one another", [["12:00", "13:00"], ["08:00", "12:00"]], true],
  ["that end before they start", [["12:00", "08:00"]], false],
  ["at impossible times", [["8:00", "24:01"]], false],
  ["seven times a day", Array.from({ length: 7 }, (_, i) => [`0${i}:00`, `0${i}:30`]), false],
])("shifts %s are accepted or refused as a whole", (_, times, isAccepted) => {
  const given = times.map(([starts, ends]) => ({ workerId: 1, starts, ends }));
  expect(shiftsField.safeParse(given).success).toBe(isAccepted);
});

const monday = "2026-03-02";

/** An office with two departments that book by worker. The first worker of the first one also works in the second. */
async function openOffice() {
  const desk = await openDesk({ showAdminsInBooking: true, workers: ["Ada", "Alan"] });
  const admin = { ...desk.caller, role: "ADMIN" as const };
  const other = await desk.staff.createDepartment(admin, {
    name: "Second",
    address: "",
    phoneNumber: "",
    slotInterval: 30,
    workingHours: "",
    showAdminsInBooking: true,
  });
  const [id] = desk.workerIds as [number];
  const elsewhere = await desk.staff.createWorker(admin, {
    departmentId: other.id,
    name: "Ada",
    sameAs: id,
  });
  const at = (departmentId: number, workerId: number) => (time: string) =>
    desk.book({ departmentId, workerId, dateTime: `${monday}T${time}` });
  const here = at(desk.departmentId, id);
  return { ...desk, admin, id, other, elsewhere, here, there: at(other.id, elsewhere.id) };
}

test("nobody books a worker outside the shifts of a date, or in another department at once", async () => {
  const { staff, admin, id, elsewhere, here, there } = await openOffice();
  await expect(there("10:00")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await staff.setShifts(admin, {
    id,
    days: [{
      date: monday,
      shifts: [
        { workerId: elsewhere.id, starts: "13:00", ends: "17:00" },
        { workerId: id, starts: "08:00", ends: "12:00" },
      ],
    }],
  });
  expect(await staff.listShifts(admin, { id: elsewhere.id, from: monday, to: monday }))
    .toMatchObject({
      days: [{ date: monday, shifts: [{ starts: "08:00" }, { workerId: elsewhere.id }] }],
    });
  await here("11:30");
  await there("13:00");
  await expect(here("13:00")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(there("11:30")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await staff.setShifts(admin, { id, days: [{ date: monday, shifts: null }] });
  await here("14:00");
  await expect(there("14:00")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("absences and shifts keep each other", async () => {
  const { staff, admin, id, here } = await openOffice();
  const shifts = [{ workerId: id, starts: "08:00", ends: "12:00" }];
  const away = { id, from: monday, to: monday, starts: "09:00", ends: "10:00" };
  await staff.setShifts(admin, { id, days: [{ date: monday, shifts }] });
  expect((await staff.addAbsence(admin, away)).absences).toHaveLength(1);
  await staff.setShifts(admin, { id, days: [{ date: "2026-03-03", shifts: [] }] });
  await expect(here("09:00")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(here("15:00")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect((await staff.removeAbsence(admin, away)).absences).toEqual([]);
  await here("09:00");
});

test("a shift of somebody else, or a person twice in a department, is refused", async () => {
  const { staff, admin, id, other, workerIds, elsewhere } = await openOffice();
  const days = [{
    date: monday,
    shifts: [{ workerId: workerIds[1]!, starts: "08:00", ends: "12:00" }],
  }];
  expect(await faultsOf(() => staff.setShifts(admin, { id, days }))).toEqual(["days"]);
  const again = { departmentId: other.id, name: "Ada", sameAs: elsewhere.id };
  expect(await faultsOf(() => staff.createWorker(admin, again))).toEqual(["sameAs"]);
  expect(await faultsOf(() => staff.createWorker(admin, { ...again, sameAs: 999 }))).toEqual([
    "sameAs",
  ]);
});

test("at most 500 dates are planned; those of more than 92 days ago are forgotten", async () => {
  const { staff, admin, id } = await openOffice();
  const first = Temporal.PlainDate.from("2025-10-01");
  const plan = (from: number, count: number) =>
    staff.setShifts(admin, {
      id,
      days: Array.from({ length: count }, (_, i) => ({
        date: first.add({ days: from + i }).toString(),
        shifts: [],
      })),
    });
  for (let i = 0; i < 8; i += 1) await plan(i * 62, 62);
  await plan(496, 62);
  const all = await staff.listShifts(admin, { id, from: "2025-01-01", to: "2028-01-01" });
  expect(all.days.length).toBeLessThanOrEqual(500);
  expect(await refusalOf(() => plan(558, 62))).toMatchObject({ code: "CONFLICT" });
});
