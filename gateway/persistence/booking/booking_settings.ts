import type { PoolClient } from "pg";
import type { BookingScope, Department, Subscription, Worker } from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import type { RowOf } from "../mapping/columns.ts";
import * as tables from "../mapping/tables.ts";
import { isUsed } from "../webhooks/used_webhooks.ts";

/** Everything else than appointments, credits and remembered answers that a booking of one scope depends on. */
export interface BookingSettings {
  /** The tag of the balance row when the settings were read. */
  tag: string;
  timeZone: string;
  /** The webhooks that get events of this environment. */
  subscriptions: Subscription[];
  /** The requested departments that exist. */
  departments: ReadonlyMap<number, Department>;
  /** The workers of these departments, by department. */
  workers: ReadonlyMap<number, readonly Worker[]>;
}

/** A scope, and the departments in which its requests book. */
export interface SettingsQuery {
  scope: BookingScope;
  departmentIds: readonly number[];
}

/** Departments, workers, closures and absences together: some 30 MB. */
const maxEntries = 50_000;

/**
 * Keeps the settings of scopes in memory. Those of a scope are valid while its balance row has their tag: the database
 * changes the tag with every change of a setting (migrations/0005_credits.sql).
 */
export class BookingSettingsCache {
  readonly #byScope = new Map<string, BookingSettings>();
  #entries = 0;

  /** Returns the last known settings, which may be outdated. Returns undefined if a requested department is missing. */
  find({ scope, departmentIds }: SettingsQuery): BookingSettings | undefined {
    const settings = this.#byScope.get(keyOf(scope));
    return departmentIds.every((id) => settings?.departments.has(id)) ? settings : undefined;
  }

  /** Adds settings to those with the same tag, and replaces those with another one. */
  keep(scope: BookingScope, settings: BookingSettings): BookingSettings {
    const key = keyOf(scope);
    const before = this.#byScope.get(key);
    const kept: BookingSettings = before?.tag !== settings.tag ? settings : {
      ...settings,
      departments: new Map([...before.departments, ...settings.departments]),
      workers: new Map([...before.workers, ...settings.workers]),
    };
    const added = entriesOf(kept);
    this.#entries += added - (before ? entriesOf(before) : 0);
    if (this.#entries > maxEntries) {
      this.#byScope.clear();
      this.#entries = added;
    }
    this.#byScope.set(key, kept);
    return kept;
  }
}

function entriesOf({ departments, workers }: BookingSettings): number {
  let entries = departments.size;
  for (const { closures } of departments.values()) entries += closures.length;
  for (const one of workers.values()) {
    for (const { absences } of one) entries += 1 + absences.length;
  }
  return entries;
}

function keyOf({ organizationId, environment }: BookingScope): string {
  return `${organizationId} ${environment}`;
}

/** Reads the settings of scopes whose balances the transaction has locked. `tags` are those of the balances. */
export async function readSettings(
  client: PoolClient,
  queries: readonly SettingsQuery[],
  tags: readonly string[],
): Promise<BookingSettings[]> {
  const pairs = queries.flatMap(({ scope, departmentIds }) =>
    departmentIds.map((id) => ({ organizationId: scope.organizationId, id }))
  );
  const values = [pairs.map(({ organizationId }) => organizationId), pairs.map(({ id }) => id)];
  const [scopes, departmentRows, workers] = await together(client, () => [
    rowsIn(client, findSubscriptions, [
      queries.map(({ scope }) => scope.organizationId),
      queries.map(({ scope }) => scope.environment),
    ]),
    rowsIn(client, findDepartments, values),
    rowsIn(client, findWorkers, values),
  ]);
  const departments = departmentRows.map((row) => tables.departments.fromRow(row));
  return queries.map(({ scope, departmentIds }, i) => {
    const ids = new Set(departmentIds);
    const isOfScope = (organizationId: number, id: number) =>
      organizationId === scope.organizationId && ids.has(id);
    const found = departments.filter(({ organizationId, id }) => isOfScope(organizationId, id));
    return {
      tag: tags[i]!,
      ...scopes[i]!,
      departments: new Map(found.map((one) => [one.id, one])),
      // Of departments that exist, so that requests for others leave nothing in memory.
      workers: new Map(
        found.map(({ id }) => [
          id,
          workers.filter((one) =>
            one.organizationId === scope.organizationId && one.departmentId === id
          ),
        ]),
      ),
    };
  });
}

// The statements below return what they find for each requested pair. LATERAL makes the planner look each pair up by
// itself.

const findSubscriptions: Statement<{ timeZone: string; subscriptions: Subscription[] }> = {
  text: `
    select o.time_zone as "timeZone", coalesce(s.subscriptions, '[]') as subscriptions
    from unnest($1::int[], $2::text[]) with ordinality
      as requested (organization_id, environment, position)
    join organizations o on o.id = requested.organization_id
    cross join lateral (
      select json_agg(json_build_object('webhookId', w.id, 'events', w.events,
          'includeContact', w.include_contact, 'channel', w.channel) order by w.id)
        as subscriptions
      from webhooks w
      where w.organization_id = requested.organization_id and ${isUsed("w")}
        and (requested.environment = 'LIVE' or w.include_test)
    ) s
    order by requested.position`,
};

const findDepartments: Statement<RowOf<Department>> = {
  text: `
    select found.* from (
      select distinct * from unnest($1::int[], $2::bigint[]) as pair (organization_id, id)
    ) requested
    cross join lateral (
      select ${tables.departments.select()} from departments d
      where d.organization_id = requested.organization_id and d.id = requested.id
      offset 0
    ) found`,
};

const findWorkers: Statement<Worker> = {
  text: `
    select found.* from (
      select distinct * from unnest($1::int[], $2::bigint[]) as pair (organization_id, id)
    ) requested
    cross join lateral (
      select ${tables.workers.without("createdAt", "version").select()} from workers w
      where w.organization_id = requested.organization_id and w.department_id = requested.id
      offset 0
    ) found`,
};
