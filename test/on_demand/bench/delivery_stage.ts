import type { BookingScope } from "../../../core/mod.ts";
import { type Receivers, startReceivers } from "../../support/receivers.ts";
import { openService, type TestService } from "../../support/seeded.ts";
import { subscribe } from "../../support/webhooks.ts";
import type { Seeded } from "./requests.ts";
import { productionEnvironment, type ServerProcess, startServer } from "./server_process.ts";
import type { Stage } from "./stage.ts";
import { unaudited } from "../../support/unaudited.ts";

/** What measurements of webhooks share: receivers, and a database of their own. */
export interface DeliveryStage extends AsyncDisposable {
  databaseUrl: string;
  clusterFolder: string;
  seeded: Seeded;
  scope: BookingScope;
  service: TestService;
  receivers: Receivers;
  /** What a process needs in its environment to deliver to the receivers. */
  environment: Record<string, string>;
  /** The number of the next creation; those before it are booked. */
  nextNumber: number;
}

const maxReceivers = 20;

/** Sets it up together with the servers that are compared. */
export async function openDeliveryStage(
  { seeded, postgres, firstFreeNumber }: Pick<Stage, "seeded" | "postgres" | "firstFreeNumber">,
): Promise<DeliveryStage> {
  await using opened = new AsyncDisposableStack();
  const { deliveryDatabaseUrl: databaseUrl, clusterFolder } = postgres;
  const service = opened.use(await openService(databaseUrl, { poolSize: 2 }));
  const receivers = opened.use(await startReceivers(Array(maxReceivers).fill("answers")));
  const everything = opened.move();
  return {
    databaseUrl,
    clusterFolder,
    seeded,
    scope: { organizationId: seeded.organizationId, environment: "LIVE" },
    service,
    receivers,
    environment: {
      ...productionEnvironment,
      ...receivers.environment,
      DATABASE_URL: databaseUrl,
      DEMO_DATA: "false",
      LOG_LEVEL: "warn",
      PORT: "0",
      PUBLIC_URL: "https://bench.example",
    },
    nextNumber: firstFreeNumber,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Webhooks of the organization, one for each of the first receivers; disposing of it deletes them. */
export async function subscribeReceivers(
  { service, scope, receivers }: DeliveryStage,
  count: number,
): Promise<AsyncDisposable & { ids: number[] }> {
  const ids: number[] = [];
  for (const url of receivers.urls.slice(0, count)) {
    ids.push((await subscribe(service, scope, { url })).webhookId);
  }
  return {
    ids,
    async [Symbol.asyncDispose]() {
      const { organizationId } = scope;
      const at = Temporal.Now.instant();
      for (const id of ids) {
        await service.persistence.webhooks.delete({ organizationId, id }, at, unaudited);
      }
    },
  };
}

/** The service on the stage's database. It also delivers, unless that is switched off. */
export function startServing(
  { environment }: DeliveryStage,
  { delivers = true }: { delivers?: boolean } = {},
): Promise<ServerProcess> {
  return startServer("gateway/main.ts", { ...environment, WEBHOOK_WORKER: String(delivers) });
}
