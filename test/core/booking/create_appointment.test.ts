import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

test("a booking by staff costs one credit, has a phone number that the event contains, and is no API usage", async () => {
  const desk = await openDesk({ workers: ["W"] });
  const [workerId] = desk.workerIds;
  const view = await desk.book({ phone: "+49 30 5", workerId, externalUserId: "u" });
  expect(view).toStrictEqual({
    id: 1,
    environment: "LIVE",
    dateTime: "2026-03-02T10:00:00",
    status: "SCHEDULED",
    name: "Ada",
    phone: "+49 30 5",
    email: null,
    locale: null,
    metadata: null,
    cancelReason: null,
    note: "",
    workerId,
    qrCode: expect.stringMatching(/^\w{22}$/),
    departmentId: desk.departmentId,
    departmentName: "Desk",
    externalUserId: "u",
    createdAt: "2026-03-01T12:00:00",
  });
  expect(desk.kept(1).phone).toBe("+49 30 5");
  expect(await desk.balance()).toBe(99);
  expect(desk.memory.usageEntries).toEqual([]);
  const { id, departmentId, dateTime, status, name, phone, qrCode } = view;
  expect(desk.published()).toEqual([
    { type: "appointment.created", id, departmentId, dateTime, status, name, phone, qrCode },
    {
      type: "slot.availability_changed",
      departmentId,
      slotTime: "2026-03-02T10:00:00",
      available: true,
      remainingSlots: 1,
      unavailabilityReason: null,
    },
  ]);
});

test.each([[null, "LIVE"], ["LIVE", "LIVE"], ["TEST", "TEST"]] as const)(
  "with the environment %s a booking is in %s and costs a credit of that balance",
  async (environment, paying) => {
    const desk = await openDesk();
    expect(await desk.book({ environment })).toMatchObject({ environment: paying });
    expect(desk.kept(1).environment).toBe(paying);
    expect(await desk.balance(paying)).toBe(99);
    expect(await desk.balance(paying === "LIVE" ? "TEST" : "LIVE")).toBe(100);
  },
);

test.each([[{}, ""], [{ phone: null }, ""], [{ phone: "" }, ""], [
  { phone: "5".repeat(50) },
  "5"
    .repeat(50),
]])("with %j a booking has the phone number %j", async (given, phone) => {
  expect(await (await openDesk()).book(given)).toMatchObject({ phone });
});

describe("a booking by staff is refused", () => {
  test.each<[object, string[]]>([
    [{ phone: "5".repeat(51) }, ["phone"]],
    [{ phone: 5 }, ["phone"]],
    [{ phone: "\0" }, ["phone"]],
    [{ email: "ada" }, ["email"]],
    [{ email: "ada@localhost" }, ["email"]],
    [{ email: "a@example.org,b@example.org" }, ["email"]],
    [{ email: "Ada <a@example.org>" }, ["email"]],
    [{ email: "a\nb@example.org" }, ["email"]],
    [{ email: `${"a".repeat(64)}@${"b".repeat(200)}.org` }, ["email"]],
    [{ locale: "german" + "y".repeat(5) }, ["locale"]],
    [{ locale: "de_AT" }, ["locale"]],
    [{ metadata: "a" }, ["metadata"]],
    [{ metadata: ["a"] }, ["metadata"]],
    [{ metadata: { a: 1 } }, ["metadata.a"]],
    [{ metadata: { "": "a", ["k".repeat(41)]: "" } }, ["metadata.", `metadata.${"k".repeat(41)}`]],
    [{ metadata: { a: "a".repeat(501) } }, ["metadata.a"]],
    [{ metadata: { a: "\0" } }, ["metadata.a"]],
    [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, ""])) }, ["metadata"]],
    [{ environment: "live" }, ["environment"]],
    [{ name: " ", phone: 5, dateTime: null, environment: "" }, [
      "dateTime",
      "name",
      "phone",
      "environment",
    ]],
    [{ workerId: 99 }, ["workerId"]],
    [{ dateTime: "2026-12-24T10:00" }, ["dateTime"]],
  ])("for the invalid fields of %j", async (given, fields) => {
    const closures = [{ from: "2026-12-24", to: "2026-12-24", reason: "" }];
    const desk = await openDesk({ closures });
    expect(await faultsOf(() => desk.book(given))).toEqual(fields);
    expect(desk.published()).toEqual([]);
  });

  test("without a credit", async () => {
    const desk = await openDesk({ slotCapacity: 200 });
    for (let i = 0; i < 100; i += 1) await desk.book();
    expect((await refusalOf(desk.book)).code).toBe("INSUFFICIENT_CREDITS");
  });
});
