import { runMigrations } from "./process/run_migrations.ts";

// `npm run migrate`.
process.exit(await runMigrations(process.env, process.argv.slice(2)));
