// Serves until it is killed, and prints where.
import { serve } from "./support.ts";

const { url } = await serve({ maxInFlight: 1000 });
process.stdout.write(`${url}\n`);
