import cluster from "node:cluster";
import { runHttpProcess } from "./process/run_http_process.ts";
import { runService } from "./process/run_service.ts";

// `npm start`. With HTTP_PROCESSES, it starts this file again for each of them.
process.exit(await (cluster.isWorker ? runHttpProcess : runService)(process.env));
