import { runMigrations } from "./process/run_migrations.ts";
import { answerVersion } from "./process/version.ts";

// `npm run migrate`.
answerVersion();
process.exit(await runMigrations(process.env, process.argv.slice(2)));
