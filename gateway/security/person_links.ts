import { createHmac, timingSafeEqual } from "node:crypto";
import type { LinkedRef, PersonLinkAddresses } from "../../core/ports.ts";
import { derivedKeys, type SigningSecret } from "./session_tokens.ts";

const audience = "appointment-booking/person";

// The form of a token before base64url: the organization, the environment, the appointment, the handovers if there were
// any, the tag. So the links of earlier versions of the service stay valid.
const headLength = 13;
const handoversLength = 4;
const tagLength = 16;
const tokenForm = /^[\w-]{39}$|^[\w-]{44}$/;
/** Ids are bigints in the database. */
const maxId = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Makes the addresses of the links of people: an id and an HMAC of 128 bits over it. The key is derived from the session
 * secret, so a link needs no storage, and one of another kind does not pass as it. With a previous secret, its links are
 * valid too. Without a public URL, or with a pattern, an address is only
 * a path.
 */
export function createPersonLinkAddresses(
  sessionSecret: SigningSecret,
  publicUrl: string | undefined,
): PersonLinkAddresses {
  const keys = derivedKeys(sessionSecret, audience);
  // A pattern such as https://*.example.org names no host.
  const base = publicUrl?.includes("*") ? "" : (publicUrl ?? "").replace(/\/$/, "");
  return {
    addressOf(ref) {
      const head = headOf(ref);
      const token = Buffer.concat([head, tagOf(keys[0]!, head)]).toString("base64url");
      return `${base}/appointment/${token}`;
    },
    refOf(token) {
      if (!tokenForm.test(token)) return undefined;
      const bytes = Buffer.from(token, "base64url");
      const head = bytes.subarray(0, -tagLength);
      const tag = bytes.subarray(-tagLength);
      const isSigned = keys.some((key) => timingSafeEqual(tagOf(key, head), tag));
      return isSigned ? refOf(head) : undefined;
    },
  };
}

function headOf({ organizationId, environment, id, handovers }: LinkedRef): Buffer {
  const head = Buffer.alloc(headLength + (handovers === 0 ? 0 : handoversLength));
  head.writeUInt32BE(organizationId, 0);
  head.writeUInt8(environment === "LIVE" ? 1 : 0, 4);
  head.writeBigUInt64BE(BigInt(id), 5);
  if (handovers > 0) head.writeUInt32BE(handovers, headLength);
  return head;
}

function refOf(head: Buffer): LinkedRef | undefined {
  const id = head.readBigUInt64BE(5);
  if (id > maxId) return undefined;
  return {
    organizationId: head.readUInt32BE(0),
    environment: head.readUInt8(4) === 1 ? "LIVE" : "TEST",
    id: Number(id),
    handovers: head.length > headLength ? head.readUInt32BE(headLength) : 0,
  };
}

function tagOf(key: Uint8Array, head: Uint8Array): Buffer {
  return createHmac("sha256", key).update(head).digest().subarray(0, tagLength);
}
