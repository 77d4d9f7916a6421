import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient } from "pg";
import {
  DomainError,
  type ReportingAddress,
  type ReportingRole,
  type ReportingRoles,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { isUniqueViolation, orUnavailable } from "../database/faults.ts";
import { serviceClientOf } from "../database/service_client.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";

type Row = Pick<ReportingRole, "id" | "name"> & { createdAt: string };

const list: Statement<Row> = {
  text: `
    select id, name, created_at as "createdAt" from reporting_roles
    where organization_id = $1 order by id`,
};

const insert: Statement<{ id: number }> = {
  text: `
    insert into reporting_roles (organization_id, name, created_at) values ($1, $2, $3) returning id`,
};

const remove: Statement<Row> = {
  text: `
    delete from reporting_roles where organization_id = $1 and name = $2
    returning id, name, created_at as "createdAt"`,
};

const oneAtATime = "lock table reporting_roles in share row exclusive mode";

/** How many sessions a role may have, so that a tool cannot take all connections of the server. */
const maxSessions = 5;

/** Defaults of the role's sessions. */
const settings = {
  search_path: "reporting",
  default_transaction_read_only: "on",
  statement_timeout: "60s",
  idle_in_transaction_session_timeout: "60s",
};

/** Implements core's `ReportingRoles` in Postgres: roles of the server that may read the schema `reporting`. */
export function createReportingRoles(pool: Pool): ReportingRoles {
  return {
    list: async (organizationId) =>
      (await rowsOf(pool, list, [organizationId])).map((row) => toRole(organizationId, row)),

    create: ({ organizationId, name, createdAt }, password, audit) =>
      asRefusal(async () => {
        const verifier = await verifierOf(password);
        return await inTransaction(pool, async ({ client, trail }) => {
          // Postgres fails if two transactions change the rights on the database at once.
          await client.query(oneAtATime);
          const [made] = await rowsIn(client, insert, [organizationId, name, createdAt.toString()]);
          const database = await currentDatabase(client);
          const role = escapeIdentifier(name);
          await client.query([
            // The server gets no password that it could write into its log.
            `create role ${role} login password ${
              escapeLiteral(verifier)
            } connection limit ${maxSessions}`,
            ...Object.entries(settings).map(([setting, value]) =>
              `alter role ${role} set ${setting} = ${escapeLiteral(value)}`
            ),
            `grant connect on database ${database} to ${role}`,
            `grant usage on schema reporting to ${role}`,
            // By default every role of the server may create temporary tables.
            `revoke temporary on database ${database} from public`,
          ].join("; "));
          await writeAudit({ client, trail }, [
            audit({ id: made!.id, organizationId, name, createdAt }),
          ]);
          return { id: made!.id, ...addressOf(client) };
        });
      }),

    remove: ({ organizationId, name }, audit) =>
      asRefusal(() =>
        inTransaction(pool, async ({ client, trail }) => {
          await client.query(oneAtATime);
          const [removed] = await rowsIn(client, remove, [organizationId, name]);
          if (!removed) return false;
          const role = escapeIdentifier(name);
          // After a restore on another server the role may be missing.
          if (await roleExists(client, name)) {
            const database = await currentDatabase(client);
            await client.query([
              `revoke connect on database ${database} from ${role}`,
              `revoke usage on schema reporting from ${role}`,
              `drop role ${role}`,
            ].join("; "));
          }
          await writeAudit({ client, trail }, [audit(toRole(organizationId, removed))]);
          return true;
        })
      ),
  };
}

function toRole(organizationId: number, { id, name, createdAt }: Row): ReportingRole {
  return { id, organizationId, name, createdAt: instantFromDatabase(createdAt) };
}

async function currentDatabase(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  return escapeIdentifier(rows[0]!.name);
}

async function roleExists(client: PoolClient, name: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
  return rowCount === 1;
}

/** Returns where the service itself is connected. */
function addressOf(client: PoolClient): ReportingAddress {
  const { host, port, database = "" } = serviceClientOf(client);
  return { host, port, database };
}

const iterations = 4096;

/**
 * Returns what Postgres stores of a password (`SCRAM-SHA-256`, RFC 5803). Base62 needs no normalization of its
 * characters.
 */
async function verifierOf(password: string): Promise<string> {
  const salt = randomBytes(16);
  const salted = await promisify(pbkdf2)(password, salt, iterations, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const serverKey = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

/** Makes refusals of the server understandable. */
async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await orUnavailable(work);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "42710" || isUniqueViolation(error, "reporting_roles_name")) {
      throw new DomainError("CONFLICT", "The database server has a role of this name");
    }
    if (code === "2BP01") {
      throw new DomainError("CONFLICT", "The role has rights or objects elsewhere on the server");
    }
    if (code === "42501") {
      throw new DomainError(
        "FORBIDDEN",
        "The service may not change roles of the database. Run as a superuser: alter role NAME createrole",
      );
    }
    throw error;
  }
}
