import type { Pooling } from "../../persistence/mod.ts";
import { conclude, failing, type Finding, warning } from "../finding.ts";

/** DATABASE_DIRECT_URL: why it cannot be used, or where it leads. */
export type DirectFacts =
  | { fault: { why: string; fix: string } }
  | {
    /** Whether it leads to a pooler in transaction mode. */
    sharesSessions: boolean;
    /** Whether it leads to the database of DATABASE_URL. */
    isSame: boolean;
  };

/** What is between the service and Postgres, and what the configuration says of it. */
export interface PoolerFacts {
  pooling: Pooling;
  /** Whether DATABASE_POOLER is `transaction`. */
  isDeclared: boolean;
  /** Undefined without DATABASE_DIRECT_URL. */
  direct: DirectFacts | undefined;
}

/** Checks that the service knows of a pooler in transaction mode, and that its direct connections are direct. */
export function checkPooler({ pooling, isDeclared, direct }: PoolerFacts): Finding {
  const usable = direct && !("fault" in direct) ? direct : undefined;
  return conclude([
    pooling === "transaction" && !isDeclared && failing(
      "DATABASE_URL leads to a pooler in transaction mode, and DATABASE_POOLER is not set: the service does not start",
      "Set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the URL of Postgres itself; or set the pooler to session mode (PgBouncer: pool_mode = session)",
    ),
    pooling !== "transaction" && isDeclared && warning(
      `DATABASE_POOLER is transaction, but DATABASE_URL leads to ${
        targets[pooling]
      }: each statement costs more than it must`,
      "Set DATABASE_URL to the URL of the pooler, or remove DATABASE_POOLER",
    ),
    direct && "fault" in direct &&
    failing(`DATABASE_DIRECT_URL: ${direct.fault.why}`, direct.fault.fix),
    usable?.sharesSessions && failing(
      "DATABASE_DIRECT_URL leads to a pooler in transaction mode, which loses locks and notifications",
      "Set DATABASE_DIRECT_URL to the URL of Postgres itself",
    ),
    usable && !usable.sharesSessions && !usable.isSame && failing(
      "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
      "Set both to the same database",
    ),
  ], `DATABASE_URL leads to ${targets[pooling]}${usable ? ", DATABASE_DIRECT_URL past it" : ""}`);
}

const targets: Record<Pooling, string> = {
  none: "Postgres itself",
  session: "a pooler in session mode",
  transaction: "a pooler in transaction mode",
};
