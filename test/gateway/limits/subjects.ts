import { Redis } from "ioredis";
import { vi } from "vitest";
import {
  createRemoteCounters,
  openLimitHost,
  type OpenLimits,
  openLimits,
} from "../../../gateway/limits/mod.ts";
import { hourlyLimitsIn } from "../../support/in_memory/hourly_limits.ts";
import { hasRedisServer, startRedis } from "../../support/redis_server.ts";
import { defaults, patient } from "./defaults.ts";

/** One implementation of the ports, with a way to let time pass. */
export interface Subject<Limits = OpenLimits> extends AsyncDisposable {
  limits: Limits;
  /** Lets the windows be this much older whose keys match (`*` matches anything). */
  pass(keys: string, ms: number): Promise<void>;
}

const testRedisUrl = process.env["TEST_REDIS_URL"];

async function inThisProcess(): Promise<Subject> {
  vi.useFakeTimers({ toFake: ["performance"] });
  const limits = await openLimits(defaults);
  return {
    limits,
    pass: async (_, ms) => void vi.advanceTimersByTime(ms),
    async [Symbol.asyncDispose]() {
      await limits.close();
      vi.useRealTimers();
    },
  };
}

/** One of several HTTP processes, whose messages another process gets in JSON. */
async function inTheFirstProcess(): Promise<Subject> {
  vi.useFakeTimers({ toFake: ["performance"] });
  const host = await openLimitHost(defaults);
  const remoteCounters = createRemoteCounters((requests) =>
    setImmediate(async () => {
      remoteCounters.receive(passOn(await host.answer(passOn(requests))));
    })
  );
  const limits = await openLimits({ ...defaults, remoteCounters });
  return {
    limits,
    pass: async (_, ms) => void vi.advanceTimersByTime(ms),
    async [Symbol.asyncDispose]() {
      await limits.close();
      vi.useRealTimers();
    },
  };
}

function passOn<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}

/** What the tests of other rooms use in its place. */
async function inTestsMemory(): Promise<Subject<Pick<OpenLimits, "hourlyLimits">>> {
  let passedMs = 0;
  const hourlyLimits = hourlyLimitsIn(() => Temporal.Instant.fromEpochMilliseconds(passedMs));
  return {
    limits: { hourlyLimits },
    pass: async (_, ms) => void (passedMs += ms),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function inRedis(): Promise<Subject> {
  const server = testRedisUrl === undefined ? await startRedis() : undefined;
  const redisUrl = server?.url ?? testRedisUrl!;
  const limits = await openLimits({ ...defaults, ...patient, redisUrl });
  const client = new Redis(redisUrl);
  vi.useFakeTimers({ toFake: ["performance"] });
  return {
    limits,
    async pass(keys, ms) {
      for (const key of await client.keys(keys)) {
        await client.pexpire(key, await client.pttl(key) - ms);
      }
      vi.advanceTimersByTime(ms);
    },
    async [Symbol.asyncDispose]() {
      vi.useRealTimers();
      await limits.close();
      client.disconnect();
      await server?.[Symbol.asyncDispose]();
    },
  };
}

const isRedisHere = hasRedisServer || testRedisUrl !== undefined;

/** Every implementation of all limits, and whether it can be had here. */
export const subjects = [
  { place: "this process", open: inThisProcess, isHere: true },
  { place: "the first process", open: inTheFirstProcess, isHere: true },
  { place: "Redis", open: inRedis, isHere: isRedisHere },
];

/** The same for the hourly limit, which has one more. */
export const hourlySubjects = [
  ...subjects,
  { place: "the memory of tests", open: inTestsMemory, isHere: true },
];
