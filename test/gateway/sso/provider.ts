import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, type JWTPayload, SignJWT } from "jose";
import { calculatePKCECodeChallenge } from "openid-client";
import { createAuthority, trustAuthority } from "../../support/certificates.ts";

const authority = createAuthority("Authority of the identity provider");
trustAuthority(authority.cert);

/** The certificate of the authority, in PEM, for other processes that ask the provider. */
export const authorityCertificate = authority.cert;

export const client = { id: "desk", secret: "a client secret & more" };

/** An OpenID provider over TLS that answers as a test says. */
export interface TestProvider extends AsyncDisposable {
  issuer: string;
  /** Answers a path instead of the provider. Returns false to let the provider answer. */
  instead: (path: string, response: ServerResponse) => boolean;
  /** Replaces claims of ID tokens. */
  claims: JWTPayload;
  /** Replaces fields of the description. */
  description: Record<string, unknown>;
  /** Signs with a key that the provider does not publish. */
  hasForeignKey: boolean;
  requests: string[];
  /** Signs a person in at an address of `signInAddress`. Returns where the browser comes back. */
  authorize(address: string, answer?: Record<string, string>): string;
  sign(claims: JWTPayload): Promise<string>;
  /** Publishes a new key and signs with it. */
  rotate(): void;
}

interface Code {
  challenge: string;
  nonce: string;
  redirectUri: string;
}

/** Starts a provider. */
export async function startProvider(): Promise<TestProvider> {
  const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
  let keys = newKey();
  let keyId = 1;
  const foreign = newKey();
  const codes = new Map<string, Code>();
  const certificate = authority.issue({ names: ["localhost", "127.0.0.1"] });
  const server = createServer(certificate, (request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const signedBy = (key: KeyObject, claims: JWTPayload) =>
    new SignJWT({ iss: issuer, aud: client.id, iat: seconds(), exp: seconds() + 300, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: String(keyId) }).sign(key);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    provider.requests.push(path);
    if (provider.instead(path, response)) return;
    const json = (body: object, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (path === "/.well-known/openid-configuration") {
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ["ES256"],
        ...provider.description,
      });
    } else if (path.startsWith("/authorize?")) {
      // The person is signed in here, and the browser goes back at once.
      response.writeHead(303, { location: provider.authorize(`${issuer}${path}`) }).end();
    } else if (path === "/keys") {
      json({ keys: [{ ...await exportJWK(keys.publicKey), kid: String(keyId), alg: "ES256" }] });
    } else if (path === "/token") {
      const sent = new URLSearchParams(await textOf(request));
      const code = codes.get(sent.get("code")!);
      codes.delete(sent.get("code")!);
      const challenge = await calculatePKCECodeChallenge(sent.get("code_verifier") ?? "");
      const isRight = code?.challenge === challenge &&
        code.redirectUri === sent.get("redirect_uri");
      const basic = `Basic ${
        btoa(`${client.id}:${new URLSearchParams({ s: client.secret }).toString().slice(2)}`)
      }`;
      if (!isRight || request.headers.authorization !== basic) {
        return void json({ error: "invalid_grant" }, 400);
      }
      const claims = { sub: "ada", nonce: code.nonce, ...provider.claims };
      const idToken = await signedBy(
        provider.hasForeignKey ? foreign.privateKey : keys.privateKey,
        claims,
      );
      json({ access_token: "a", token_type: "Bearer", id_token: idToken });
    } else response.writeHead(404).end();
  }

  const provider: TestProvider = {
    issuer,
    instead: () => false,
    claims: {},
    description: {},
    hasForeignKey: false,
    requests: [],
    authorize(address, given = {}) {
      const { searchParams: asked } = new URL(address);
      const code = crypto.randomUUID();
      codes.set(code, {
        challenge: asked.get("code_challenge")!,
        nonce: asked.get("nonce")!,
        redirectUri: asked.get("redirect_uri")!,
      });
      const values = { code, state: asked.get("state")!, ...given };
      return `${asked.get("redirect_uri")}?${new URLSearchParams(values)}`;
    },
    sign: (claims) => signedBy(keys.privateKey, claims),
    rotate() {
      keys = newKey();
      keyId += 1;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return provider;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
