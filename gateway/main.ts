import cluster from "node:cluster";
import { runHttpProcess } from "./process/run_http_process.ts";
import { runService } from "./process/run_service.ts";
import { answerVersion } from "./process/version.ts";

// `npm start`. With HTTP_PROCESSES, it starts this file again for each of them.
answerVersion();
process.exit(await (cluster.isWorker ? runHttpProcess : runService)(process.env));
