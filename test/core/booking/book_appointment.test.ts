import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bookAppointment } from "../../../core/booking/book_appointment.ts";
import type { BookingRequest, BookingVerdict } from "../../../core/booking/booking_gate.ts";
import { operator } from "../../../core/audit/audit_record.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Ports } from "../../../core/ports.ts";
import { refusalOf, untouchable } from "../refusal.ts";

const scope = { organizationId: 1, environment: "LIVE" as const };
const caller = { ...scope, actor: operator };
const body = { departmentId: 1, dateTime: "2026-03-02T10:00:00", name: "Ada" };
const answer = {
  id: 5,
  dateTime: "2026-03-02T10:00:00",
  status: "SCHEDULED" as const,
  name: "Ada",
  qrCode: "code",
  departmentId: 1,
  departmentName: "Desk",
  createdAt: "2026-03-01T12:00:00",
};

const sha256 = (text: string) => `hash of ${text}`;

/** Returns the request that the gate gets for a body. */
async function askedFor(input: object): Promise<BookingRequest> {
  const asked: BookingRequest[] = [];
  const gate: Ports["gate"] = {
    ...untouchable<Ports["gate"]>(),
    book(bookedScope, request) {
      expect(bookedScope).toStrictEqual(scope);
      asked.push(request);
      return Promise.resolve({ kind: "replayed", answer });
    },
  };
  const wider = { ...caller, timeZone: "UTC" };
  await bookAppointment({ gate, randomBytes, sha256 }, wider, input);
  return asked[0]!;
}

describe("the booking request has", () => {
  const defaults = {
    departmentId: 1,
    name: "Ada",
    phone: "",
    note: "",
    email: null,
    locale: null,
    metadata: null,
    workerId: null,
    externalUserId: null,
    idempotency: null,
    actor: operator,
    usage: null,
  };

  test.each<[string, object, object]>([
    ["defaults for absent optional fields", {}, {}],
    ["defaults for null", {
      workerId: null,
      externalUserId: null,
      phone: null,
      email: null,
      locale: null,
      metadata: null,
    }, {}],
    [
      "defaults for a contact of empty texts",
      { phone: "", email: " ", locale: "", metadata: {} },
      {},
    ],
    ["the phone number with its plus", { phone: "+49 30 5550199" }, { phone: "+49 30 5550199" }],
    ["an address in its case, without blanks", { email: " Ada.L@Example.org " }, {
      email: "Ada.L@Example.org",
    }],
    ["an address in another script", { email: "用户@例え.jp" }, { email: "用户@例え.jp" }],
    ["a language in its usual spelling", { locale: "DE-at" }, { locale: "de-AT" }],
    ["metadata as JSON in the order of its keys", { metadata: { b: "2", a: " " } }, {
      metadata: '{"a":" ","b":"2"}',
    }],
    ["a key that has a meaning in JavaScript", { metadata: JSON.parse('{"__proto__":"x"}') }, {
      metadata: '{"__proto__":"x"}',
    }],
    [
      "nothing of unknown fields",
      { status: "COMPLETED", qrCode: "mine", id: 1, note: "5" },
      {},
    ],
    ["a trimmed name", { name: "  Ada \n" }, {}],
    ["a name of 255 characters without the blanks around it", { name: ` ${"n".repeat(255)} ` }, {
      name: "n".repeat(255),
    }],
    ["a name of 255 emoji", { name: "🙂".repeat(255) }, { name: "🙂".repeat(255) }],
    ["externalUserId as it is, with blanks", { externalUserId: " u " }, { externalUserId: " u " }],
    ["an empty externalUserId", { externalUserId: "" }, { externalUserId: "" }],
    ["externalUserId of 255 emoji", { externalUserId: "🙂".repeat(255) }, {
      externalUserId: "🙂".repeat(255),
    }],
    ["the largest exact ids as they are", { departmentId: 2 ** 53 - 1, workerId: 2 ** 53 - 1 }, {
      departmentId: 2 ** 53 - 1,
      workerId: 2 ** 53 - 1,
    }],
    ...[0, -1, -0, 2 ** 53, 1e30].map((id): [string, object, object] => [
      `the id 0, which no row has, for the id ${id}`,
      { departmentId: id, workerId: id },
      { departmentId: 0, workerId: 0 },
    ]),
  ])("%s", async (_, change, wanted) => {
    const { dateTime, qrCode: __, ...asked } = await askedFor({ ...body, ...change });
    expect(asked).toStrictEqual({ ...defaults, ...wanted });
    expect(dateTime.toString()).toBe("2026-03-02T10:00:00");
  });

  test.each(["k", " ", "~".repeat(255), "key with spaces"])(
    "the Idempotency-Key %j as it is",
    async (key) => {
      const { idempotency } = await askedFor({ ...body, "Idempotency-Key": key });
      expect(idempotency!.key).toBe(key);
    },
  );

  test("a new URL-safe code of at least 128 random bits", async () => {
    const codes = new Set<string>();
    for (let i = 0; i < 100; i += 1) codes.add((await askedFor(body)).qrCode);
    expect(codes.size).toBe(100);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-Za-z]+$/);
      expect(code.length * Math.log2(62)).toBeGreaterThanOrEqual(128);
    }
  });
});

const ports = (verdict: BookingVerdict): Ports => ({
  ...untouchable<Ports>(),
  randomBytes,
  gate: { ...untouchable<Ports["gate"]>(), book: () => Promise.resolve(verdict) },
});

describe("a booking returns", () => {
  test("the first answer as a replay if the gate replays it", async () => {
    const given = await bookAppointment(ports({ kind: "replayed", answer }), caller, body);
    expect(given).toEqual({ appointment: answer, isReplay: true, creditsRemaining: null });
  });

  test("a new answer as no replay if the gate books it", async () => {
    const creditEntry = { balanceAfter: 7 };
    const booked = { kind: "booked", answer, creditEntry } as BookingVerdict;
    const given = await bookAppointment(ports(booked), caller, body);
    expect(given).toEqual({ appointment: answer, isReplay: false, creditsRemaining: 7 });
  });

  test("the refusal of the gate", async () => {
    const error = new DomainError("INSUFFICIENT_CREDITS", "None left");
    const attempt = () => bookAppointment(ports({ kind: "refused", error }), caller, body);
    expect(await refusalOf(attempt)).toBe(error);
  });
});

async function fingerprintOf(change: object): Promise<string> {
  const asked = await askedFor({ ...body, ...change, "Idempotency-Key": "key" });
  return asked.idempotency!.fingerprint;
}

describe("the fingerprint of a request with an Idempotency-Key", () => {
  test.each<[string, object]>([
    ["seconds left out", { dateTime: "2026-03-02T10:00" }],
    ["a fraction of a second", { dateTime: "2026-03-02T10:00:00.999" }],
    ["a name within blanks", { name: " Ada " }],
    ["null for what is optional", {
      workerId: null,
      externalUserId: null,
      phone: null,
      email: "",
      locale: null,
      metadata: {},
    }],
    ["unknown fields", { note: "unknown" }],
  ])("is the same with %s", async (_, change) => {
    expect(await fingerprintOf(change)).toBe(await fingerprintOf({}));
  });

  test("does not depend on the order of the fields", async () => {
    const reversed = Object.fromEntries(Object.entries(body).toReversed());
    const { idempotency } = await askedFor({ "Idempotency-Key": "key", ...reversed });
    expect(idempotency!.fingerprint).toBe(await fingerprintOf({}));
  });

  test("is a hash that differs for every other request", async () => {
    const changes = [
      {},
      { departmentId: 2 },
      { departmentId: 11 },
      { dateTime: "2026-03-02T10:00:01" },
      { name: "ada" },
      { name: "Ada 1" },
      { name: 'Ada",1,"u' },
      { workerId: 1 },
      { workerId: 1, externalUserId: "u" },
      { externalUserId: "" },
      { externalUserId: "null" },
      { externalUserId: "1" },
      { phone: "1" },
      { phone: "2" },
      { email: "a@example.org" },
      { locale: "de" },
      { metadata: { locale: "de" } },
      { holdId: 1 },
    ];
    const fingerprints = await Promise.all(changes.map(fingerprintOf));
    expect(new Set(fingerprints).size).toBe(changes.length);
    expect(fingerprints.every((fingerprint) => fingerprint.startsWith("hash of "))).toBe(true);
  });
});
