import { askRedis, openLimits } from "../../gateway/limits/mod.ts";
import { pino } from "pino";

// A process of its own, because Node reads NODE_EXTRA_CA_CERTS only at its start. Two services count a key with a
// limit of 10, then the state is read as for the operator.
const redisUrl = process.env["REDIS_URL"]!;
const reasons: string[] = [];
const open = () =>
  openLimits({
    redisUrl,
    redisAnswerMs: Number(process.argv[2]),
    log: pino({ level: "warn" }, { write: (line) => void reasons.push(JSON.parse(line).reason) }),
    staffRequestsPerMinute: 1200,
    reportingCostPerHour: 200_000,
    signInFailuresPerAccount: 5,
    signInFailuresPerAddress: 50,
    reportingPoolSize: 2,
  });
const services = [await open(), await open()];
const remaining: number[] = [];
for (const { hourlyLimits } of services) {
  const counted = await hourlyLimits.count({
    lineageId: redisUrl,
    windowNumber: 0,
    rateLimitPerHour: 10,
  });
  remaining.push(counted.remaining);
}
const state = await askRedis(redisUrl, (redis) => redis.state(), { maxMs: 2000 })
  .catch((error: Error) => ({ fault: error.message }));
process.stdout.write(JSON.stringify({ remaining, reasons, state }));
for (const { close } of services) await close();
