import { runAdmin } from "./run_admin.ts";

// `npm run admin -- <command>`.
process.exit(await runAdmin(process.argv.slice(2), process.env));
