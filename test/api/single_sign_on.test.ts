import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { startOidcProvider } from "../gateway/sso/oidc_provider.ts";
import { startApi } from "../support/api.ts";
import { createAuthority, trustAuthority } from "../support/certificates.ts";
import { clientPerFile, folderPerFile, perFile } from "../support/per_file.ts";
import { makeStaff, signIn } from "../support/staff_session.ts";

// The service and the provider are processes. The test is the browser, which keeps the cookies of both.
const authority = createAuthority("Authority of a provider of npm");
trustAuthority(authority.cert);
const certificate = join(await folderPerFile("authority-"), "authority.pem");
await writeFile(certificate, authority.cert);
const provider = await perFile(startOidcProvider(authority.issue({ names: ["127.0.0.1"] })));
const port = String(await freePort());
const url = `http://127.0.0.1:${port}`;
const environment = {
  PORT: port,
  PUBLIC_URL: url,
  NODE_EXTRA_CA_CERTS: certificate,
  WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
};
const api = await perFile(startApi({ environment }));
const sql = await clientPerFile(api.databaseUrl);
const { organizationId } = await api.organization();
const owner = await signIn(url, await makeStaff(api.seeding, organizationId));

async function procedure(path: string, cookie: string, input?: object) {
  const response = await fetch(`${url}/trpc/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": randomUUID(),
      Cookie: cookie,
    },
    ...(input && { body: JSON.stringify(input) }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(error.data.appCode);
  return result.data;
}

/** Opens a browser, which keeps cookies by origin. Their paths do not matter here. */
function openBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (address: string) => {
    const { origin } = new URL(address);
    if (!jars.has(origin)) jars.set(origin, new Map());
    return jars.get(origin)!;
  };
  const cookieOf = (address: string) =>
    [...jarOf(address)].map(([name, value]) => `${name}=${value}`).join("; ");
  /** Calls an address and follows redirects. Returns the last address and its text. */
  async function go(address: string, form?: Record<string, string>) {
    let at = address;
    let body: URLSearchParams | undefined = form && new URLSearchParams(form);
    for (let steps = 0; steps < 12; steps += 1) {
      const response = await fetch(at, {
        redirect: "manual",
        headers: { Cookie: cookieOf(at) },
        ...(body && { method: "POST", body }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value === "") jarOf(at).delete(name);
        else jarOf(at).set(name, value);
      }
      const location = response.headers.get("Location");
      if (location === null) return { at, text: await response.text() };
      await response.body?.cancel();
      at = new URL(location, at).href;
      body = undefined;
    }
    throw new Error(`Too many redirects, now to ${at}`);
  }
  return { go, cookieOf };
}

test("a provider of npm links, signs in, proves and ends a session by its back channel", async () => {
  const settings = {
    issuer: provider.issuer,
    clientId: "desk",
    clientSecret: "a client secret & more",
    groupsClaim: null,
    groupRules: [],
    ssoOnly: false,
  };
  const { path } = await procedure("sso.save", owner, settings);
  await provider.register({
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    redirect_uris: [`${url}/sso/${organizationId}/callback`],
    response_types: ["code"],
    grant_types: ["authorization_code"],
    id_token_signed_response_alg: "ES256",
    backchannel_logout_uri: `${url}${path}/logout`,
    backchannel_logout_session_required: true,
  });
  const { id } = await makeStaff(api.seeding, organizationId, { role: "ADMIN", isOneTime: true });
  const { link } = await procedure("sso.createLink", owner, { id });

  const { go, cookieOf } = openBrowser();
  expect(await go(`${url}${path}`)).toMatchObject({ at: `${url}/?sso=refused` });
  expect(await go(`${url}${link}`)).toMatchObject({ at: `${url}/` });
  const { user } = await procedure("session.current", cookieOf(url));
  expect(user).toMatchObject({ id, bySso: true, mustChangePassword: false });
  expect(await go(`${url}${path}`)).toMatchObject({ at: `${url}/` });

  const token = { name: "Warehouse", expiresDays: 30 };
  await sql.query("update sessions set proved_at = created_at - interval '1 hour'");
  const create = () => procedure("reportingTokens.create", cookieOf(url), token);
  await expect(create()).rejects.toThrow("STEP_UP_REQUIRED");
  expect(await go(`${url}/sso/prove`)).toMatchObject({ at: `${url}/?sso=proved` });
  expect(await create()).toMatchObject({ name: "Warehouse" });

  const { text } = await go(`${provider.issuer}/session/end`);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)![1]!;
  await go(`${provider.issuer}/session/end/confirm`, { xsrf, logout: "yes" });
  await expect(procedure("session.current", cookieOf(url))).rejects.toThrow("UNAUTHENTICATED");
});
