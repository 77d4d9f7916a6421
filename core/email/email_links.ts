import type { Organizations } from "../access/organization.ts";
import type { Clock, SecretBox } from "../platform.ts";
import { secretContext } from "../webhooks/attempt_delivery.ts";
import type { Signing } from "../webhooks/delivery_sender.ts";
import type { EmailAddress, EmailStore } from "./email_settings.ts";

const utf8 = new TextEncoder();

/** The path of the page that stops mails. The token follows. */
export const stopPath = "/email/stop/";

/** Returns the text whose hash is kept of an address. People write their address in any case. */
export function hashedAddress(organizationId: number, email: string): string {
  return `${organizationId} ${email.toLowerCase()}`;
}

/** Returns the token with which the person of an address stops mails. Only the organization's secret can make it. */
export async function stopToken(
  { hmacSha256 }: Signing,
  { organizationId, hash }: EmailAddress,
  secret: string,
): Promise<string> {
  const signature = await hmacSha256(utf8.encode(secret), utf8.encode(`stop mails to ${hash}`));
  const base64 = signature.toBase64({ alphabet: "base64url", omitPadding: true });
  return `${organizationId}-${hash}-${base64}`;
}

const tokenForm = /^(\d{1,9})-([0-9a-f]{64})-[\w-]{43}$/;

type LinkPorts = Clock & Signing & {
  secretBox: SecretBox;
  emailStore: EmailStore;
  organizations: Organizations;
};

/** What the page of a link shows. */
export interface StoppedMails {
  organizationName: string;
  isStopped: boolean;
}

/** Returns the address of a token; undefined if the service did not make it. */
async function addressOf(ports: LinkPorts, token: string): Promise<EmailAddress | undefined> {
  const [, organization, hash] = tokenForm.exec(token) ?? [];
  const organizationId = Number(organization);
  const sealed = hash && await ports.emailStore.findSealedSecret(organizationId);
  if (!hash || !sealed) return undefined;
  const address = { organizationId, hash };
  const secret = ports.secretBox.open(sealed, secretContext(organizationId));
  const expected = await stopToken(ports, address, secret);
  // Compared as hashes with the secret, so that no time says how many characters were right.
  const [given, right] = await Promise.all(
    [token, expected].map(async (text) =>
      (await ports.hmacSha256(utf8.encode(secret), utf8.encode(text))).toBase64()
    ),
  );
  return given === right ? address : undefined;
}

async function stateOf(
  ports: LinkPorts,
  address: EmailAddress,
): Promise<StoppedMails | undefined> {
  const [organization, stops] = await Promise.all([
    ports.organizations.find(address.organizationId),
    ports.emailStore.listStops(address),
  ]);
  if (!organization) return undefined;
  return { organizationName: organization.name, isStopped: stops.includes("UNSUBSCRIBED") };
}

/**
 * Returns whether the address of a link gets confirmations and reminders; undefined for an unknown link. Changes nothing:
 * mail programs open links by themselves.
 */
export async function showStop(
  ports: LinkPorts,
  token: string,
): Promise<StoppedMails | undefined> {
  const address = await addressOf(ports, token);
  return address && await stateOf(ports, address);
}

/** Stops confirmations and reminders to the address of a link, or allows them again. Does nothing for an unknown link. */
export async function setStop(
  ports: LinkPorts,
  token: string,
  { stops }: { stops: boolean },
): Promise<StoppedMails | undefined> {
  const address = await addressOf(ports, token);
  if (!address) return undefined;
  if (stops) await ports.emailStore.addStop(address, "UNSUBSCRIBED", ports.now());
  else await ports.emailStore.removeStop(address, "UNSUBSCRIBED");
  return await stateOf(ports, address);
}
