import { expect, test } from "vitest";
import { checkLedger } from "../../support/ledger_audit.ts";
import { type Cut, cuts, startCuttingProxy } from "../../support/cutting_proxy.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { wayThrough, wayTo } from "../../support/pooled.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

test("the connection is cut 40 times during COMMIT: nothing is booked twice or half", async () => {
  const url = await freshDatabase();
  await using proxy = await startCuttingProxy(wayTo(url).connectionString);
  await using service = await openService(wayThrough(proxy.url, url));
  const seeded = await seedOrganization(service, { slotCapacity: 10_000, credits: 100_000 });
  const answers: { name: string; id: number | "503" }[] = [];
  const booked = async (name: string) => {
    const body = { departmentId: seeded.departmentId, dateTime: "2026-12-01T10:00:00", name };
    try {
      const { appointment } = await service.application.bookAppointment(seeded, body);
      answers.push({ name, id: appointment.id });
    } catch (error) {
      expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      answers.push({ name, id: "503" });
    }
  };
  // A quiet half-open session is settled after half a second, so those are few.
  const plan: Cut[] = Array.from({ length: 40 }, (_, i) => i % 20 === 0 ? "half-open" : quick(i));
  for (const [round, cut] of plan.entries()) {
    proxy.plan = [cut];
    await Promise.all(Array.from({ length: 5 }, (_, i) => booked(`round ${round}, caller ${i}`)));
    proxy.plan = [];
  }
  expect(proxy.cutCount).toBe(plan.length);
  const books = await checkLedger(url);
  expect(new Set(books.names).size).toBe(books.names.length);
  for (const { name, id } of answers) {
    if (id !== "503") expect(books.names.filter((made) => made === name)).toHaveLength(1);
  }
  // The server could be asked each time, so that every caller got the outcome of the booking.
  expect(answers.filter(({ id }) => id === "503")).toEqual([]);
  expect(books.appointments).toBe(5 * plan.length);
  expect(books.balance).toBe(200_000 - 5 * plan.length);
});

test.concurrent.each(
  [
    { cut: "on answer", isMade: true },
    { cut: "before", isMade: false },
  ] as const,
)(
  "a server that is lost after a cut $cut gives 503, and a repetition with the Idempotency-Key settles the booking",
  async ({ cut, isMade }) => {
    const url = await freshDatabase();
    await using proxy = await startCuttingProxy(wayTo(url).connectionString);
    await using service = await openService(wayThrough(proxy.url, url));
    const seeded = await seedOrganization(service, { slotCapacity: 10, credits: 10 });
    const body = {
      departmentId: seeded.departmentId,
      dateTime: "2026-12-01T10:00:00",
      name: "Ada",
      "Idempotency-Key": "one",
    };
    proxy.plan = [cut];
    proxy.goesDown = true;
    await expect(service.application.bookAppointment(seeded, body)).rejects
      .toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    proxy.isDown = false;
    const again = await service.application.bookAppointment(seeded, body);
    expect(again.isReplay).toBe(isMade);
    expect(await checkLedger(url)).toMatchObject({ appointments: 1, balance: 19 });
  },
);

function quick(i: number): Cut {
  return cuts.filter((cut) => cut !== "half-open")[i % 4]!;
}
