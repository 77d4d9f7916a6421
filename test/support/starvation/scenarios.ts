import { readFile } from "node:fs/promises";
import type { Api, Tenant } from "../api.ts";
import { type AttackOptions, startAttack } from "./attackers.ts";
import { type CallerFigures, type CallOf, startCallers } from "./callers.ts";

/** An attack from 127.0.0.2, and callers from 127.0.0.3 and from the attacker's own address. */
export interface Scenario {
  attack: Omit<AttackOptions, "localAddress">;
  seconds: number;
  /** Each group of callers makes so many calls, however long that takes. */
  minCalls?: number;
  /** Callers at each of the two addresses. */
  callers: number;
}

/** What an attack did to the service. */
export interface ScenarioFigures {
  elsewhere: CallerFigures;
  sameAddress: CallerFigures;
  /** Connections of the attack that the service ended. */
  ended: number;
  /** Memory of the service in MB: before, and the maximum during the attack. */
  rssBeforeMb: number;
  rssMaxMb: number;
}

const attacker = "127.0.0.2";
const elsewhere = "127.0.0.3";

/** Attacks the first process of the service for some seconds while others call it. */
export async function runScenario(
  api: Api,
  tenant: Tenant,
  { attack, seconds, minCalls = 0, callers: count }: Scenario,
): Promise<ScenarioFigures> {
  const { url, processId } = api.services[0]!;
  const callOf = readsAndCreations(tenant, (await tenant.post(booking(tenant, 0))).body.id);
  const rssBeforeMb = await rssMb(processId);
  let rssMaxMb = rssBeforeMb;
  const running = startAttack(url, { ...attack, localAddress: attacker });
  const callers = [elsewhere, attacker].map((localAddress) =>
    startCallers(url, { localAddress, count, callOf })
  );
  const until = performance.now() + seconds * 1000;
  const isBusy = () => performance.now() < until || callers.some(({ ended }) => ended() < minCalls);
  while (isBusy()) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    rssMaxMb = Math.max(rssMaxMb, await rssMb(processId));
  }
  const figures = await Promise.all(callers.map((group) => group.stop()));
  const ended = running.ended();
  running.stop();
  return { elsewhere: figures[0]!, sameAddress: figures[1]!, ended, rssBeforeMb, rssMaxMb };
}

function readsAndCreations(tenant: Tenant, id: number): CallOf {
  const headers = { "X-API-Key": tenant.key, "Content-Type": "application/json" };
  return (number) =>
    number % 2 === 0 ? { method: "GET", path: `/api/v1/appointments/${id}`, headers } : {
      method: "POST",
      path: "/api/v1/appointments",
      headers,
      body: JSON.stringify(booking(tenant, number)),
    };
}

function booking({ departmentId }: Tenant, number: number) {
  const day = Temporal.PlainDate.from("2027-01-01").add({ days: number % 3000 });
  return { departmentId, dateTime: `${day}T10:00`, name: `caller ${number}` };
}

async function rssMb(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
