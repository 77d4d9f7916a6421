import { Redis } from "ioredis";
import { pino } from "pino";
import { vi } from "vitest";
import type { HourlyLimits } from "../../../core/mod.ts";
import { openHourlyLimits } from "../../../gateway/limits/mod.ts";
import { createInMemoryLimits } from "../../support/in_memory_limits.ts";
import { hasRedisServer, startRedis } from "../../support/redis_server.ts";

/** One implementation of the port, with a way to let time pass. */
export interface Subject extends AsyncDisposable {
  limits: HourlyLimits;
  /** Lets the lineage's window be this much older. */
  pass(lineageId: string, ms: number): Promise<void>;
}

const log = pino({ level: "silent" });
const testRedisUrl = process.env["TEST_REDIS_URL"];

async function inThisProcess(): Promise<Subject> {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const limits = await openHourlyLimits({ log });
  return {
    limits,
    pass: async (_, ms) => void vi.advanceTimersByTime(ms),
    async [Symbol.asyncDispose]() {
      await limits.close();
      vi.useRealTimers();
    },
  };
}

/** What the tests of other rooms use in its place. */
async function inTestsMemory(): Promise<Subject> {
  let passedMs = 0;
  const limits = createInMemoryLimits(() => Temporal.Instant.fromEpochMilliseconds(passedMs));
  return {
    limits,
    pass: async (_, ms) => void (passedMs += ms),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function inRedis(): Promise<Subject> {
  const server = testRedisUrl === undefined ? await startRedis() : undefined;
  const redisUrl = server?.url ?? testRedisUrl!;
  const limits = await openHourlyLimits({ redisUrl, log });
  const client = new Redis(redisUrl);
  return {
    limits,
    async pass(lineageId, ms) {
      const [key] = await client.keys(`*${lineageId}`);
      await client.pexpire(key!, await client.pttl(key!) - ms);
    },
    async [Symbol.asyncDispose]() {
      await limits.close();
      client.disconnect();
      await server?.[Symbol.asyncDispose]();
    },
  };
}

/** Every implementation, and whether it can be had here. */
export const subjects = [
  { place: "this process", open: inThisProcess, isHere: true },
  { place: "the memory of tests", open: inTestsMemory, isHere: true },
  { place: "Redis", open: inRedis, isHere: hasRedisServer || testRedisUrl !== undefined },
];
