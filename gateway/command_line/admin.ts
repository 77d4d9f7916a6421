import { complain, isSaid } from "../process/output.ts";
import { answerVersion } from "../process/version.ts";
import { runAdmin } from "./run_admin.ts";

// `npm run admin -- <command>`.
answerVersion();
const exitCode = await runAdmin(process.argv.slice(2), process.env);
// A result may contain a password that is shown only once, so a result that cannot be written is a failure.
const isPrinted = await isSaid();
if (!isPrinted) {
  complain("Cannot write the result to standard output. The command's changes are saved");
}
process.exit(isPrinted ? exitCode : exitCode || 1);
