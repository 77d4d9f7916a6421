import { describe, expect, test } from "vitest";
import { bookAppointment } from "../../../core/booking/book_appointment.ts";
import { operator } from "../../../core/audit/audit_record.ts";
import type { Ports } from "../../../core/ports.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";

const caller = { organizationId: 1, environment: "LIVE" as const, actor: operator };
const body = { departmentId: 1, dateTime: "2026-03-02T10:00:00", name: "Ada" };

const faultsIn = (input: unknown) =>
  faultsOf(() => bookAppointment(untouchable<Ports>(), caller, input));

describe("a booking is refused before any lookup for", () => {
  test.each<[string, object, string[]]>([
    ["no departmentId", { departmentId: undefined }, ["departmentId"]],
    ["departmentId null", { departmentId: null }, ["departmentId"]],
    ["departmentId as a text", { departmentId: "5" }, ["departmentId"]],
    ["departmentId 1.5", { departmentId: 1.5 }, ["departmentId"]],
    ["departmentId beyond every number", { departmentId: Infinity }, ["departmentId"]],
    ["departmentId true", { departmentId: true }, ["departmentId"]],
    ["departmentId as a list", { departmentId: [1] }, ["departmentId"]],
    ["no dateTime", { dateTime: undefined }, ["dateTime"]],
    ["dateTime null", { dateTime: null }, ["dateTime"]],
    ["dateTime as a number", { dateTime: 1_772_445_600 }, ["dateTime"]],
    ["an empty dateTime", { dateTime: "" }, ["dateTime"]],
    ["dateTime with a zone", { dateTime: "2026-03-02T10:00:00Z" }, ["dateTime"]],
    ["dateTime as a date alone", { dateTime: "2026-03-02" }, ["dateTime"]],
    ["no name", { name: undefined }, ["name"]],
    ["name null", { name: null }, ["name"]],
    ["name as a number", { name: 5 }, ["name"]],
    ["an empty name", { name: "" }, ["name"]],
    ["a name blank after trimming", { name: " \t\n\u00a0\u3000" }, ["name"]],
    ["a name of 256 characters", { name: "n".repeat(256) }, ["name"]],
    ["a name of 256 emoji", { name: "🙂".repeat(256) }, ["name"]],
    ["a NUL in the name", { name: "A\0da" }, ["name"]],
    ["a name of NUL alone", { name: "\0" }, ["name"]],
    ["a lone surrogate in the name", { name: "A\ud83dda" }, ["name"]],
    ["workerId as a text", { workerId: "5" }, ["workerId"]],
    ["workerId 1.5", { workerId: 1.5 }, ["workerId"]],
    ["workerId as an object", { workerId: {} }, ["workerId"]],
    ["externalUserId as a number", { externalUserId: 5 }, ["externalUserId"]],
    ["externalUserId of 256 characters", { externalUserId: "u".repeat(256) }, ["externalUserId"]],
    ["externalUserId of 256 emoji", { externalUserId: "🙂".repeat(256) }, ["externalUserId"]],
    ["a NUL in externalUserId", { externalUserId: "u\0" }, ["externalUserId"]],
    ["a lone surrogate in externalUserId", { externalUserId: "\udc00" }, ["externalUserId"]],
    ["an empty Idempotency-Key", { "Idempotency-Key": "" }, ["Idempotency-Key"]],
    ["256 characters of it", { "Idempotency-Key": "k".repeat(256) }, ["Idempotency-Key"]],
    ["a letter beyond ASCII in it", { "Idempotency-Key": "schlüssel" }, ["Idempotency-Key"]],
    ["a tab in it", { "Idempotency-Key": "a\tb" }, ["Idempotency-Key"]],
    ["a line end after it", { "Idempotency-Key": "key\n" }, ["Idempotency-Key"]],
    ["DEL in it", { "Idempotency-Key": "\x7f" }, ["Idempotency-Key"]],
    [
      "a fault of every field, all in one answer",
      { departmentId: "1", dateTime: "x", name: "", workerId: "1", externalUserId: 1 },
      ["departmentId", "dateTime", "name", "workerId", "externalUserId"],
    ],
    [
      "a fault of the body and one of the header, both in one answer",
      { name: null, "Idempotency-Key": "" },
      ["name", "Idempotency-Key"],
    ],
  ])("%s", async (_, change, fields) => {
    expect(await faultsIn({ ...body, ...change })).toEqual(fields);
  });

  test("an empty object, with a fault of every required field", async () => {
    expect(await faultsIn({})).toEqual(["departmentId", "dateTime", "name"]);
  });

  test.each([null, undefined, "text", 5, [[body]]])(
    "the input %j, which is no object",
    async (input) => {
      const { code, faults } = await refusalOf(() =>
        bookAppointment(untouchable<Ports>(), caller, input)
      );
      expect(code).toBe("VALIDATION_ERROR");
      expect(faults.map(({ field }) => field)).toEqual(["body"]);
    },
  );
});
