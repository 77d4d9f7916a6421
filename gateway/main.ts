import { runService } from "./process/run_service.ts";

// `npm start`.
process.exit(await runService(process.env));
