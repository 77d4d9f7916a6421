export { createBackup } from "./create_backup.ts";
export { writeErasureList } from "./erasure_list.ts";
export { restoreBackup } from "./restore_backup.ts";
