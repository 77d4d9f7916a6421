import { runWorker } from "./process/run_worker.ts";

// `npm run worker`.
process.exit(await runWorker(process.env));
