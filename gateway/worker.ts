import { runWorker } from "./process/run_worker.ts";
import { answerVersion } from "./process/version.ts";

// `npm run worker`.
answerVersion();
process.exit(await runWorker(process.env));
