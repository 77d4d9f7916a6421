// A process that tries to sign in many times at once: started by sign_in_processes.test.ts with the URL of a Redis.
// Says "ready", waits for a line, and prints how many of its attempts were allowed; at the next it forgives them.
import { once } from "node:events";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults, patient } from "./defaults.ts";

const { signInLimits, close } = await openLimits({
  ...defaults,
  ...patient,
  redisUrl: process.argv[2],
});
process.stdout.write("ready\n");
await once(process.stdin, "data");
const attempts = Array.from(
  { length: 40 },
  () => ({ email: "a@example.com", ipAddress: "203.0.113.9" }),
);
const states = await Promise.all(attempts.map(signInLimits.attempt));
process.stdout.write(`${states.filter(({ isAllowed }) => isAllowed).length}\n`);
await once(process.stdin, "data");
await Promise.all(attempts.map((attempt) => signInLimits.forgive(attempt)));
await close();
process.stdin.destroy();
