import { expect } from "vitest";
import { startApi } from "../../support/api.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { startService } from "../../support/running_service.ts";
import { proof } from "./proof.ts";

const kills = 100;

proof("kills", async (progress) => {
  await using api = await startApi();
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 10_000_000 });
  const made = new Set<number>();
  let doubled = 0;
  let url = api.services[0]!.url;
  let isOver = false;
  let number = 0;
  const callers = Array.from({ length: 20 }, async () => {
    while (!isOver) {
      number += 1;
      // Each booking is repeated under its key until it is answered, as a careful caller does.
      const key = `booking ${number}`;
      const body = JSON.stringify({
        departmentId: tenant.departmentId,
        dateTime: `2038-03-01T10:${String(number % 60).padStart(2, "0")}`,
        name: key,
      });
      let id: number | undefined;
      while (id === undefined) {
        id = await post(url, { key: tenant.key, idempotencyKey: key, body });
      }
      if (made.has(id)) doubled += 1;
      made.add(id);
    }
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = made.size;
    await expect.poll(() => made.size, { timeout: 60_000 }).toBeGreaterThan(before + 50);
    await api.services[0]!.stop("SIGKILL");
    api.services[0] = await startService(api.databaseUrl, { LOG_LEVEL: "error" });
    url = api.services[0].url;
    if (kill % 10 === 0) progress(`${kill} of ${kills} kills, ${made.size} bookings`);
  }
  isOver = true;
  await Promise.all(callers);
  const books = await checkLedger(api.databaseUrl);
  expect(doubled).toBe(0);
  expect(new Set(books.names).size).toBe(books.names.length);
  expect(books.appointments).toBe(made.size);
  return { "kill -9 of the service": kills, bookings: made.size, lost: 0, doubled };
});

async function post(
  url: string,
  { key, idempotencyKey, body }: { key: string; idempotencyKey: string; body: string },
): Promise<number | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/appointments`, {
      method: "POST",
      headers: {
        "X-API-Key": key,
        "Content-Type": "application/json",
        "Idempotency-Key": idempotencyKey,
      },
      body,
    });
    const answer = await response.json() as { id?: number };
    if (response.status !== 201 && response.status !== 503) throw new Error(JSON.stringify(answer));
    return answer.id;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return undefined;
    }
    throw error;
  }
}
