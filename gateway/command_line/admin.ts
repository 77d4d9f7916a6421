import { survivePipes } from "../process/output.ts";
import { runAdmin } from "./run_admin.ts";

// `npm run admin -- <command>`.
survivePipes();
process.exit(await runAdmin(process.argv.slice(2), process.env));
