import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "../booking/front_desk.ts";

/** Makes a ledger: a grant, a booking, its refund a day later, and a grant another day later. */
async function openLedger() {
  const desk = await openDesk();
  const { id } = await desk.book();
  desk.clock.now = desk.clock.now.add({ hours: 24 });
  await desk.staff.cancelAppointment(desk.caller, { id });
  desk.clock.now = desk.clock.now.add({ hours: 24 });
  const { organizationId } = desk.caller;
  await desk.application.grantCredits(organizationId, { amount: 5, note: "Invoice 7" });
  return { ...desk, caller: staffOf(organizationId, { timeZone: "Asia/Tokyo" }), id };
}

test("staff get the LIVE and the TEST balance", async () => {
  const { staff, caller } = await openLedger();
  expect(await staff.getBalances(caller)).toStrictEqual({ live: 105, test: 100 });
});

test("the ledger lists every change of a balance, newest first", async () => {
  const { staff, caller, id } = await openLedger();
  const ledger = await staff.listCreditEntries(caller, {});
  expect(ledger).toMatchObject({
    page: 0,
    size: 50,
    totalElements: 4,
    totalPages: 1,
    isLast: true,
  });
  expect(ledger.items.map((entry) => Object.assign(entry, { id: 0 }))).toStrictEqual([
    {
      id: 0,
      kind: "GRANTED",
      amount: 5,
      balanceAfter: 105,
      appointmentId: null,
      note: "Invoice 7",
      createdAt: "2026-03-03T21:00:00",
    },
    {
      id: 0,
      kind: "REFUNDED",
      amount: 1,
      balanceAfter: 100,
      appointmentId: id,
      note: "",
      createdAt: "2026-03-02T21:00:00",
    },
    {
      id: 0,
      kind: "CONSUMED",
      amount: -1,
      balanceAfter: 99,
      appointmentId: id,
      note: "",
      createdAt: "2026-03-01T21:00:00",
    },
    expect.objectContaining({ kind: "GRANTED", amount: 100 }),
  ]);
});

test.each<[object, number[]]>([
  [{ kind: "GRANTED" }, [5, 100]],
  [{ kind: "CONSUMED" }, [-1]],
  [{ kind: null }, [5, 1, -1, 100]],
  [{ environment: "TEST" }, [100]],
  [{ size: 1, page: 1 }, [1]],
  [{ page: 1 }, []],
  [{ startDate: "2026-03-02" }, [5, 1]],
  [{ endDate: "2026-03-01" }, [-1, 100]],
  [{ startDate: "2026-03-02T21:00:00", endDate: "2026-03-02T21:00:00" }, [1]],
  [{ startDate: "2026-03-02T21:00:01", endDate: "2026-03-03T20:59:59" }, []],
])("the ledger with the query %j has the amounts %j", async (input, amounts) => {
  const { staff, caller } = await openLedger();
  const { items } = await staff.listCreditEntries(caller, input);
  expect(items.map(({ amount }) => amount)).toEqual(amounts);
});

test("the ledger refuses malformed queries", async () => {
  const { staff, caller } = await openLedger();
  const list = (input: object) => () => staff.listCreditEntries(caller, input);
  expect(await faultsOf(list({ page: -1, size: 0, environment: "B", kind: "STOLEN" }))).toEqual(
    ["page", "size", "environment", "kind"],
  );
  expect((await refusalOf(list({ startDate: "soon" }))).code).toBe("INVALID_DATE_FORMAT");
});
