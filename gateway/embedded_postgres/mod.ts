export { hasEmbeddedPostgres } from "./cluster.ts";
export { connectEmbeddedPostgres } from "./connect_embedded_postgres.ts";
export { startEmbeddedPostgres } from "./start_embedded_postgres.ts";
export type { EmbeddedPostgres } from "./start_embedded_postgres.ts";
export { freePort } from "./free_port.ts";
export { DataDirInUseError } from "./service_lock.ts";
