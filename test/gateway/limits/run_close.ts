// A process that counts in Redis, loses it, and closes its limits: started by connection.test.ts with the URL and
// the process id of a Redis. Prints how long it then takes to end by itself.
import { openLimits } from "../../../gateway/limits/mod.ts";
import { startOwnTime } from "../../support/own_time.ts";
import { defaults } from "./defaults.ts";

const [redisUrl, redisProcessId] = process.argv.slice(2);
const limits = await openLimits({ ...defaults, redisUrl });
const key = { lineageId: "closing", windowNumber: 0, rateLimitPerHour: 10 };
await limits.hourlyLimits.count(key);
process.kill(Number(redisProcessId), "SIGSTOP");
await limits.hourlyLimits.count(key);
await limits.close();
const { now } = startOwnTime();
process.once("exit", () => process.stdout.write(`${now()}`));
