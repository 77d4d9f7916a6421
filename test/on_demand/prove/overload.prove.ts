import { expect } from "vitest";
import { startApi } from "../../support/api.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { percentile } from "../../support/percentile.ts";
import { offer, saturate } from "./open_load.ts";
import { proof } from "./proof.ts";

proof("overload", async (progress) => {
  await using api = await startApi();
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 10_000_000 });
  const body = JSON.stringify({
    departmentId: tenant.departmentId,
    dateTime: "2038-03-01T10:00",
    name: "A",
  });
  const days = 3000;
  const requestOf = (number: number) => ({
    path: "/api/v1/appointments",
    headers: { "X-API-Key": tenant.key, "Content-Type": "application/json" },
    body: body.replace("2038-03-01", dayOf(number % days)),
  });
  const { url } = api.services[0]!;
  const load = (ratePerSecond: number, seconds: number) =>
    offer(url, { ratePerSecond, seconds, connections: 4000, requestOf });

  progress("finding what it can serve");
  await saturate(url, { seconds: 2, connections: 64, requestOf });
  const full = await saturate(url, { seconds: 5, connections: 64, requestOf });
  const capacity = Math.round((full.latenciesMs.get(201)?.length ?? 0) / 5);
  const normal = await load(Math.round(capacity / 4), 3);
  const normalP99Ms = percentile(normal.latenciesMs.get(201)!, 0.99);

  progress(`it serves ${capacity} creations a second; four times that for 10 s`);
  const over = await load(capacity * 4, 10);
  const served = over.latenciesMs.get(201)!;
  const refused = over.latenciesMs.get(503) ?? [];
  const statuses = [...over.latenciesMs.keys()].toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 503]);

  progress("how soon it is normal again");
  const endedAt = performance.now();
  let p99Ms: number;
  do {
    p99Ms = percentile(
      (await load(Math.round(capacity / 4), 0.5)).latenciesMs.get(201) ?? [1e9],
      0.99,
    );
  } while (p99Ms > 2 * normalP99Ms + 20 && performance.now() - endedAt < 10_000);
  const normalAgainMs = Math.round(performance.now() - endedAt);
  const figures = {
    "creations a second it can serve": capacity,
    "offered a second": Math.round(over.sent / 10),
    "served a second": Math.round(served.length / 10),
    "served, p50 ms": percentile(served, 0.5),
    "served, p99 ms": percentile(served, 0.99),
    "refused, p50 ms": percentile(refused, 0.5),
    "refused, p99 ms": percentile(refused, 0.99),
    "at a quarter of it, p99 ms": normalP99Ms,
    "normal again, ms": normalAgainMs,
  };
  progress(JSON.stringify(figures));
  expect(figures["served, p99 ms"]).toBeLessThan(3000);
  expect(figures["refused, p50 ms"]).toBeLessThan(1000);
  expect(normalAgainMs).toBeLessThan(5000);
  await checkLedger(api.databaseUrl);
  return figures;
});

function dayOf(number: number): string {
  return Temporal.PlainDate.from("2038-01-01").add({ days: number }).toString();
}
