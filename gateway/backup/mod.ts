export { createBackup } from "./create_backup.ts";
export { restoreBackup } from "./restore_backup.ts";
