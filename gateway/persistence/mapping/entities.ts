import { defineEntity, type EntityCtor, p } from "@mikro-orm/core";
import {
  ApiKey,
  Department,
  Organization,
  ReportingToken,
  Screen,
  StaffUser,
  Webhook,
  Worker,
} from "../../../core/ports.ts";
import type { Table } from "./columns.ts";
import { InstantType } from "./instant_type.ts";
import * as tables from "./tables.ts";

// The rows that the ORM's unit of work loads (gateway/persistence/README.md 6). Foreign keys are mapped as numbers,
// because no relation is loaded. Indexes, constraints and foreign keys are only in migrations/.

const builders = {
  "int": () => p.integer(),
  "text": () => p.text(),
  "boolean": () => p.boolean(),
  "uuid": () => p.uuid(),
  "jsonb": () => p.json(),
  "text[]": () => p.array(),
  "int[]": () => p.array((id) => Number(id)).columnType("int[]"),
  "timestamptz(3)": () => p.type(InstantType),
};

interface AnyProperty {
  nullable(): AnyProperty;
  hidden(): AnyProperty;
}

/** No log and no message shows these. */
const secret = new Set(["passwordHash", "sealedSecret", "previousSealedSecret", "earlierSecrets"]);

/**
 * Returns the properties of a table. The id is the first primary key, because the ORM sets the first one after an
 * insert. A trigger raises the version. The ORM never writes it, and reads it back after each change.
 */
function propertiesOf<T extends object>({ columns }: Table<T>): Record<string, unknown> {
  const properties = Object.entries<{ type: string; isNullable: boolean }>(columns).map(
    ([property, { type, isNullable }]) => {
      const built: AnyProperty = builders[type as keyof typeof builders]();
      const shown = secret.has(property) ? built.hidden() : built;
      return [property, isNullable ? shown.nullable() : shown];
    },
  );
  const isOwned = "organizationId" in columns;
  return {
    ...Object.fromEntries(properties),
    id: isOwned ? p.integer().primary().autoincrement() : p.integer().primary(),
    ...(isOwned && { organizationId: p.integer().primary() }),
    ...("version" in columns && { version: p.integer().generated("version") }),
  };
}

/** Every mapped table. */
export const entities = ([
  [Organization, tables.organizations],
  [StaffUser, tables.staffUsers],
  [ApiKey, tables.apiKeys],
  [ReportingToken, tables.reportingTokens],
  [Screen, tables.screens],
  [Department, tables.departments],
  [Worker, tables.workers],
  [Webhook, tables.webhooks],
] as const).map(([entity, table]) =>
  defineEntity({
    class: entity as EntityCtor<object>,
    tableName: table.name,
    properties: propertiesOf(table as Table<object>),
  })
);
