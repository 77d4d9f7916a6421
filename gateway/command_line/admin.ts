import { complain, isSaid } from "../process/output.ts";
import { runAdmin } from "./run_admin.ts";

// `npm run admin -- <command>`.
const exitCode = await runAdmin(process.argv.slice(2), process.env);
// A result may hold a password that is shown once: the command has not succeeded until somebody has it.
const isPrinted = await isSaid();
if (!isPrinted) {
  complain("Cannot write the result to standard output. What the command changed stays changed");
}
process.exit(isPrinted ? exitCode : exitCode || 1);
