import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ClientMetadata } from "oidc-provider";
import type { Certificate } from "../../support/certificates.ts";

export type ProviderRequest =
  | { kind: "start" } & Certificate
  | { kind: "register"; client: ClientMetadata };
export type ProviderReply = { kind: "listening"; issuer: string } | { kind: "registered" };

const entry = fileURLToPath(new URL("run_oidc_provider.ts", import.meta.url));

/** Starts the provider `oidc-provider` of npm in a process of its own. It trusts whoever comes. */
export async function startOidcProvider(certificate: Certificate) {
  // It warns that it keeps everything in memory.
  const child = fork(entry, { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = once(child, "exit");
  const ask = async (request: ProviderRequest): Promise<ProviderReply> => {
    const answered = once(child, "message");
    child.send(request);
    const [reply] = await Promise.race([answered, ended.then(() => [])]);
    if (!reply) throw new Error("The provider has ended");
    return reply as ProviderReply;
  };
  const started = await ask({ kind: "start", ...certificate });
  if (started.kind !== "listening") throw new Error("The provider does not listen");
  return {
    issuer: started.issuer,
    /** Replaces the client. */
    register: (client: ClientMetadata) => ask({ kind: "register", client }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
