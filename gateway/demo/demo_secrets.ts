import { randomBytes } from "node:crypto";
import { type Application, scopes } from "../../core/mod.ts";

const rateLimitPerHour = 100_000;
const ipAddress = "127.0.0.1";

interface DemoKeys {
  apiKey: string;
  testApiKey: string;
  ids: { LIVE: number; TEST: number };
}

/** Creates the demo's keys. Revokes the keys of a killed start, which may not have shown them. */
export async function createDemoKeys(
  application: Application,
  organizationId: number,
): Promise<DemoKeys> {
  for (const { id, isActive } of await application.listApiKeys(organizationId)) {
    if (isActive) await application.revokeApiKey({ id, organizationId });
  }
  const create = async (environment: "LIVE" | "TEST", name: string) => {
    const key = { name, environment, scopes: [...scopes], rateLimitPerHour };
    return await application.createApiKey(organizationId, key);
  };
  const live = await create("LIVE", "Demo");
  const test = await create("TEST", "Demo (test)");
  return { apiKey: live.key, testApiKey: test.key, ids: { LIVE: live.id, TEST: test.id } };
}

export function newDemoPassword(): string {
  return randomBytes(15).toString("base64url");
}

/** Replaces the password of a user of the demo, because a killed start did not show it. Returns the new one. */
export async function replaceDemoPassword(
  application: Application,
  { email, organizationId }: { email: string; organizationId: number },
): Promise<string> {
  const address = { email, organizationId };
  const { oneTimePassword: currentPassword } = await application.resetPassword(address);
  const newPassword = newDemoPassword();
  // Only the user can replace a one-time password, in a session.
  const { caller } = await application.signIn({ ipAddress }, { email, password: currentPassword });
  await application.changePassword(caller, { currentPassword, newPassword });
  await application.signOut(caller);
  return newPassword;
}
