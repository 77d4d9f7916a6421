import type { ClientBase } from "pg";
import { serviceClientOf } from "../database/service_client.ts";

/** The tables with ids from a sequence in the transactions of a part. */
export const withIds = [
  "appointments",
  "credit_entries",
  "usage_entries",
  "audit_entries",
  "webhook_attempts",
];

/** Returns the schema of a part. */
export function schemaOf(shardId: string): string {
  return `part_${shardId}`;
}

/** The statements that give a session the sequences of its ids. Each transaction sets them to ids of the coordinator. */
export const createSequences = `set citus.enable_ddl_propagation = off;
  ${withIds.map((table) => `create temp sequence ${table}_id_seq`).join("; ")};
  set citus.enable_ddl_propagation = on`;

/**
 * Lets the following statements of a session work on a part. The server keeps the plan of a named statement for one search
 * path, so each part has names of its own.
 */
export async function enterPart(
  client: ClientBase,
  shardId: string,
  { isLocal = true }: { isLocal?: boolean } = {},
): Promise<void> {
  const entering = client.query(
    `set ${isLocal ? "local " : ""}search_path = ${schemaOf(shardId)}, public`,
  );
  serviceClientOf(client).suffix = ` ${shardId}`;
  await entering;
}
