import { findViolations } from "../../../support/acknowledgements/check.ts";
import {
  makeTenants,
  type RecordingClients,
  startRecordingClients,
} from "../../../support/acknowledgements/recording_clients.ts";
import { readStoredRows } from "../../../support/acknowledgements/stored_rows.ts";
import { makePersistentWrites } from "../../../support/replication/persistent_writers.ts";
import { startService } from "../../../support/running_service.ts";
import { openService } from "../../../support/seeded.ts";
import { secretsEnvironment } from "../../../support/webhooks.ts";
import { type PatroniCluster, startPatroniCluster } from "./patroni_cluster.ts";

/** What the clients of a stage got, and each success that was lost. */
export interface Outcome {
  created: number;
  changed: number;
  unavailable: number;
  violations: string[];
}

/** A cluster, a service that knows its three hosts, and recording clients of it. */
export interface PatroniStage extends AsyncDisposable {
  cluster: PatroniCluster;
  recorded: RecordingClients;
  /** Stops the clients, and compares every success with the leader. */
  end(): Promise<Outcome>;
}

/** Opens a stage with so many clients of so many organizations. */
export async function openPatroniStage(
  { clients, tenants: count }: { clients: number; tenants: number },
): Promise<PatroniStage> {
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(await startPatroniCluster());
  const service = opened.use(
    await startService(cluster.url, {
      ...secretsEnvironment,
      LOG_LEVEL: "fatal",
      STAFF_REQUESTS_PER_MINUTE: "1000000",
    }),
  );
  const { leader: first } = await cluster.waitUntilWhole();
  await makePersistentWrites(cluster.urlOf(first));
  const seeding = opened.use(await openService(cluster.urlOf(first), { poolSize: 2 }));
  const tenants = await makeTenants(seeding, { count, url: service.url });
  const recorded = startRecordingClients(tenants, { clients, urlOf: () => service.url });
  const everything = opened.move();
  return {
    cluster,
    recorded,
    async end() {
      await recorded.stop();
      const { leader } = await cluster.waitUntilWhole();
      const { acknowledgements, unavailable } = recorded;
      const created = acknowledgements.filter(({ kind }) => kind === "created").length;
      const stored = await readStoredRows(cluster.urlOf(leader));
      const violations = findViolations({ acknowledgements, events: [] }, stored);
      return { created, changed: acknowledgements.length - created, unavailable, violations };
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
