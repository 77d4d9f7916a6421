import type { Pool } from "pg";
import { type Connections, isDistributed, mayBeDistributed } from "../database/connections.ts";
import { RolledBackError } from "../database/faults.ts";
import { setLookupPlans } from "../database/shared_reads.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { isDistributedDatabase } from "./functions.ts";
import { schemaOf } from "./part_session.ts";
import { createOwnViews, createViews, ownTables } from "./part_views.ts";

/** A node of a distributed database. */
export interface PartNode {
  /** Connections whose statements work on the part that they enter. */
  pool: Pool;
  /** The same for shared reads. */
  reads: Pool;
}

/** A part of a distributed database: the rows of some organizations, on one node. */
export interface Part {
  /** The shard of `departments`, which is locked for the others too. */
  shardId: string;
  node: PartNode;
}

/** Parts that were found, and the faults of those that were not. */
export interface FoundParts {
  found: readonly Part[];
  faults: readonly unknown[];
}

/** Connections of shared reads to a node. */
const readPoolSize = 2;

type Place = { shardId: string; host: string; port: number };

const findAll: Statement<Place> = {
  name: "find the parts",
  text: `
    select s.shardid as "shardId", n.nodename as host, n.nodeport as port
    from pg_dist_shard s
      join pg_dist_placement p on p.shardid = s.shardid
      join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.logicalrelid = 'departments'::regclass`,
};

const findPart: Statement<Place> = {
  name: "find a part",
  text:
    `${findAll.text} and s.shardid = get_shard_id_for_distribution_column('departments', $1::int)`,
};

/**
 * Finds the part of an organization, and the node that has it (gateway/persistence/distribution/README.md 4). What was found
 * is kept, and is only a guess: each transaction checks it, because a part may have moved.
 */
export class Parts {
  readonly #pool: Pool;
  readonly #connections: Connections;
  readonly #byOrganization = new Map<number, Promise<Part>>();
  /** An organization never changes its part. */
  readonly #shards = new Map<number, string>();
  readonly #byPlace = new Map<string, Promise<Part>>();
  readonly #nodes = new Map<string, PartNode>();
  #areTablesDistributed = false;
  #ofCoordinator: Promise<Pool> | undefined;

  /** `pool` and `connections` lead to the coordinator. */
  constructor(pool: Pool, connections: Connections) {
    this.#pool = pool;
    this.#connections = connections;
  }

  /** Returns the part of an organization; undefined if the tables are not distributed. */
  async of(organizationId: number): Promise<Part | undefined> {
    if (!mayBeDistributed(this.#pool) || !await this.isDistributed()) return undefined;
    const known = this.#byOrganization.get(organizationId);
    if (known) return known;
    const found = this.#find(organizationId);
    this.#byOrganization.set(organizationId, found);
    found.catch(() => this.#byOrganization.delete(organizationId));
    return found;
  }

  /** Returns the shard of an organization whose part was found. */
  shardOf(organizationId: number): string {
    return this.#shards.get(organizationId)!;
  }

  /** Finds all parts; none if the tables are not distributed. */
  async all(): Promise<FoundParts> {
    if (!await this.isDistributed()) return { found: [], faults: [] };
    const places = await rowsIn(this.#pool, findAll, []);
    const all = await Promise.allSettled(places.map((one) => this.#at(one)));
    return {
      found: all.flatMap((one) => one.status === "fulfilled" ? [one.value] : []),
      faults: all.flatMap((one) => one.status === "rejected" ? [one.reason] : []),
    };
  }

  /**
   * Returns connections to the coordinator whose statements see only its own tables and its copies, so that Citus does not plan
   * the lookup of a key; undefined if the tables are not distributed.
   */
  async ofCoordinator(): Promise<Pool | undefined> {
    if (this.#connections.shareSessions || !await this.isDistributed()) return undefined;
    this.#ofCoordinator ??= this.#openCoordinator().catch((error: unknown) => {
      this.#ofCoordinator = undefined;
      throw error;
    });
    return await this.#ofCoordinator;
  }

  /** Asks the coordinator again where the parts are, because a node did not answer. */
  doubt(): void {
    this.#byOrganization.clear();
  }

  /** The same because a part is not where it was. Its schema may be incomplete if it comes back. */
  forget(): void {
    this.doubt();
    this.#byPlace.clear();
  }

  async close(): Promise<void> {
    const nodes = [...this.#nodes.values()];
    await Promise.all([
      ...nodes.flatMap(({ pool, reads }) => [pool.end(), reads.end()]),
      this.#ofCoordinator?.then((pool) => pool.end()),
    ]);
  }

  async #find(organizationId: number): Promise<Part> {
    const [found] = await rowsIn(this.#pool, findPart, [organizationId]);
    if (!found) throw new RolledBackError("The part of an organization has no node");
    this.#shards.set(organizationId, found.shardId);
    return await this.#at(found);
  }

  /** Returns whether the tables are distributed. Sends nothing if the server cannot do it. */
  async isDistributed(): Promise<boolean> {
    this.#areTablesDistributed ||= await isDistributed(this.#pool) &&
      await isDistributedDatabase(this.#pool);
    return this.#areTablesDistributed;
  }

  #at({ shardId, host, port }: Place): Promise<Part> {
    const node = this.#nodeAt(host, port);
    const key = `${shardId} ${host} ${port}`;
    const known = this.#byPlace.get(key);
    if (known) return known;
    const servers = { coordinator: this.#pool, node: node.pool };
    const part = createViews(servers, shardId).then(() => ({ shardId, node }));
    this.#byPlace.set(key, part);
    part.catch(() => this.#byPlace.delete(key));
    return part;
  }

  #nodeAt(host: string, port: number): PartNode {
    const key = `${host} ${port}`;
    const known = this.#nodes.get(key);
    if (known) return known;
    const open = (max: number) => this.#connections.openNodePool({ host, port }, max);
    const node = { pool: open(this.#pool.options.max), reads: open(readPoolSize) };
    setLookupPlans(node.reads);
    this.#nodes.set(key, node);
    return node;
  }

  async #openCoordinator(): Promise<Pool> {
    await createOwnViews(this.#pool);
    const pool = this.#connections.openNodePool(undefined, readPoolSize);
    pool.on(
      "connect",
      (client) =>
        void client.query(`set search_path = ${schemaOf(ownTables)}, public`).catch(() => {}),
    );
    setLookupPlans(pool);
    return pool;
  }
}
