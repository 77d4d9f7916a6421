import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { authorityCertificate, startProvider, type TestProvider } from "../gateway/sso/provider.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";

/** A dashboard whose service trusts the certificate of an identity provider. */
export interface SsoDashboard extends Dashboard {
  provider: TestProvider;
  /** Makes the last proof of every session too old. */
  makeProofsOld(): Promise<void>;
  /** Removes the provider of the organization. */
  removeProvider(): Promise<void>;
}

/** Starts a provider and a service of its own with the dashboard. */
export async function openDashboardWithSso(): Promise<SsoDashboard> {
  await using opening = new AsyncDisposableStack();
  const provider = opening.use(await startProvider());
  const folder = await mkdtemp(join(tmpdir(), "authority-"));
  opening.defer(() => rm(folder, { recursive: true }));
  const certificate = join(folder, "authority.pem");
  await writeFile(certificate, authorityCertificate);
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const dashboard = opening.use(
    await startDashboard({
      PORT: port,
      PUBLIC_URL: url,
      NODE_EXTRA_CA_CERTS: certificate,
      WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
    }),
  );
  const change = async (statement: string) =>
    void await dashboard.sql.query(statement, [dashboard.demo.organizationId]);
  const opened = opening.move();
  return {
    ...dashboard,
    url,
    provider,
    makeProofsOld: () =>
      change(
        "update sessions set proved_at = created_at - interval '1 hour' where organization_id = $1",
      ),
    removeProvider: () => change("delete from identity_providers where organization_id = $1"),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
