import { type Environment, Organization, type ReportingSource } from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";
import type { Reading } from "./reading.ts";

const organization: Statement<{ id: number; name: string; timeZone: string; createdAt: string }> = {
  text: `select id, name, time_zone as "timeZone", created_at as "createdAt"
    from organizations where id = $1`,
};

const balances: Statement<{ environment: Environment; balance: string }> = {
  text: "select environment, balance from balances where organization_id = $1",
};

/** Reads the organization and its balances. */
export function organizationReads(
  { rows }: Reading,
  organizationId: number,
): Pick<ReportingSource, "organization" | "balances"> {
  return {
    async organization() {
      const [row] = await rows(organization, [organizationId]);
      const { id, name, timeZone, createdAt } = row!;
      const found = new Organization(name, timeZone, instantFromDatabase(createdAt));
      return Object.assign(found, { id });
    },
    async balances() {
      const found = await rows(balances, [organizationId]);
      const byEnvironment = new Map(found.map((row) => [row.environment, Number(row.balance)]));
      return { LIVE: byEnvironment.get("LIVE") ?? 0, TEST: byEnvironment.get("TEST") ?? 0 };
    },
  };
}
