import { randomBytes } from "node:crypto";
import { type Application, scopes } from "../../../core/mod.ts";

const rateLimitPerHour = 100_000;
const ipAddress = "127.0.0.1";

/** Makes the demo's keys. Revokes those that a killed start made and may not have shown. */
export async function makeDemoKeys(
  application: Application,
  organizationId: number,
): Promise<{ apiKey: string; testApiKey: string }> {
  for (const { id, isActive } of await application.listApiKeys(organizationId)) {
    if (isActive) await application.revokeApiKey({ id, organizationId });
  }
  const make = async (environment: "LIVE" | "TEST", name: string) => {
    const wanted = { name, environment, scopes: [...scopes], rateLimitPerHour };
    return (await application.createApiKey(organizationId, wanted)).key;
  };
  return {
    apiKey: await make("LIVE", "Demo"),
    testApiKey: await make("TEST", "Demo (test)"),
  };
}

export function newDemoPassword(): string {
  return randomBytes(15).toString("base64url");
}

/** Replaces the password of the demo's OWNER, which is known to nobody. Returns the new one. */
export async function replaceDemoPassword(
  application: Application,
  { email, organizationId }: { email: string; organizationId: number },
): Promise<string> {
  const address = { email, organizationId };
  const { oneTimePassword: currentPassword } = await application.resetPassword(address);
  const newPassword = newDemoPassword();
  // A one-time password must be replaced by its owner, in a session.
  const { caller } = await application.signIn({ ipAddress }, { email, password: currentPassword });
  await application.changePassword(caller, { currentPassword, newPassword });
  await application.signOut(caller);
  return newPassword;
}
