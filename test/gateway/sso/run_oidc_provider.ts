import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { type ClientMetadata, Provider } from "oidc-provider";
import type { ProviderReply, ProviderRequest } from "./oidc_provider.ts";

// An identity provider of npm in a process of its own. Whoever comes to it is signed in as Ada without a question.
const account = "ada of npm";
const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const jwks = { keys: [{ ...await exportJWK(privateKey), kid: "one", alg: "ES256", use: "sig" }] };

process.on("message", (request: ProviderRequest) => {
  if (request.kind === "start") start(request);
  else {
    provider = create([request.client]);
    reply({ kind: "registered" });
  }
});
// Nothing listens after the end of the test.
process.on("disconnect", () => process.exit());

let issuer: string;
let provider: Provider;

function reply(message: ProviderReply): void {
  process.send!(message);
}

function start({ cert, key }: ProviderRequest & { kind: "start" }): void {
  const server = createServer({ cert, key }, (request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1", () => {
    issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    provider = create([]);
    reply({ kind: "listening", issuer });
  });
}

function create(clients: ClientMetadata[]): Provider {
  return new Provider(issuer, {
    clients,
    jwks,
    // Without its own connections, which refuse the private addresses of tests.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    cookies: { keys: ["a key of a test"] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const { clientId } = oidc.client!;
      const grant = new provider.Grant({ clientId, accountId: account });
      grant.addOIDCScope("openid");
      await grant.save();
      return grant;
    },
  });
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith("/interaction/")) {
    await provider.interactionFinished(request, response, { login: { accountId: account } });
  } else await provider.callback()(request, response);
}
