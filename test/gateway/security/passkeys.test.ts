import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createPasskeys } from "../../../gateway/security/passkeys.ts";

const publicUrl = "https://book.example.org";
const start = Temporal.Instant.from("2030-05-06T07:08:09Z");
let now = start;
beforeEach(() => void (now = start));

const tools = { sessionSecret: "s".repeat(32), publicUrl, now: () => now };
const passkeys = createPasskeys(tools);

// A small authenticator: what it signs is in WebAuthn, 6.1 and 7.2.
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { x, y } = publicKey.export({ format: "jwk" });
const cose = Buffer.concat([
  Buffer.from("a5010203262001215820", "hex"),
  Buffer.from(x!, "base64url"),
  Buffer.from("225820", "hex"),
  Buffer.from(y!, "base64url"),
]);
const credentialId = Buffer.alloc(16, 7).toString("base64url");
const passkey = { credentialId, publicKey: cose.toString("base64url"), counter: 5 };

interface Answered {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** Present and verified. */
  flags?: number;
  handle?: string;
}

function answer(options: object, answered: Answered = {}) {
  const { origin = publicUrl, rpId = "book.example.org", counter = 6, flags = 5 } = answered;
  const { challenge } = options as { challenge: string };
  const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const data = Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags), count]);
  const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey);
  return {
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: Buffer.from(answered.handle ?? "7/3").toString("base64url"),
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

describe("an answer to a challenge", () => {
  test("proves a passkey, and says when its challenge was issued", async () => {
    const options = await passkeys.proofOptions([credentialId], "sign in");
    expect(options).toMatchObject({
      rpId: "book.example.org",
      userVerification: "required",
      allowCredentials: [{ id: credentialId }],
    });
    now = start.add({ minutes: 4 });
    expect(await passkeys.verifyProof(answer(options), passkey, "sign in"))
      .toEqual({ issuedAt: start, counter: 6 });
  });

  test("is accepted by another process with the same secret, and by none with another", async () => {
    const options = await passkeys.proofOptions([], "sign in");
    const same = createPasskeys(tools);
    const other = createPasskeys({ ...tools, sessionSecret: "t".repeat(32) });
    expect(await same.verifyProof(answer(options), passkey, "sign in")).toBeDefined();
    expect(await other.verifyProof(answer(options), passkey, "sign in")).toBeUndefined();
  });

  test.each<[string, Answered]>([
    ["a page of another site", { origin: "https://evil.example" }],
    ["an http page", { origin: "http://book.example.org" }],
    ["another domain", { rpId: "example.org" }],
    ["a user who was not verified", { flags: 1 }],
    ["a copy of the authenticator, whose counter is behind", { counter: 4 }],
  ])("of %s is invalid", async (_, answered) => {
    const options = await passkeys.proofOptions([], "sign in");
    const proof = passkeys.verifyProof(answer(options, answered), passkey, "sign in");
    expect(await proof).toBeUndefined();
  });

  test("is invalid for another purpose, after five minutes, and with another challenge", async () => {
    const options = await passkeys.proofOptions([], "prove a session");
    const verify = (given: object, purpose = "prove a session") =>
      passkeys.verifyProof(answer(given), passkey, purpose);
    expect(await verify(options, "sign in")).toBeUndefined();
    expect(await verify({ challenge: Buffer.from("mine").toString("base64url") })).toBeUndefined();
    now = start.add({ minutes: 5, seconds: 1 });
    expect(await verify(options)).toBeUndefined();
  });

  test.each([undefined, null, "text", 7, [], {}, { id: 1, response: null }, { response: {} }])(
    "%j is no answer",
    async (given) => {
      expect(passkeys.claimOf(given)).toBeUndefined();
      expect(await passkeys.verifyProof(given, passkey, "sign in")).toBeUndefined();
      expect(await passkeys.verifyCreation(given, "add")).toBeUndefined();
    },
  );

  test("claims the id of a passkey and the organization of its user handle; another form is no claim", async () => {
    const options = await passkeys.proofOptions([], "sign in");
    expect(passkeys.claimOf(answer(options))).toEqual({ organizationId: 7, credentialId });
    for (const id of ["", "a\0", "ä", "a".repeat(1365)]) {
      expect(passkeys.claimOf({ ...answer(options), id })).toBeUndefined();
    }
    for (const handle of ["7", "7/", "x/3", "7/3/1", "99999999999/3", ""]) {
      expect(passkeys.claimOf(answer(options, { handle }))).toBeUndefined();
    }
  });
});

test("a new passkey is stored in the authenticator with its user, and verifies the user", async () => {
  const user = { id: 3, organizationId: 7, email: "ada@example.org", name: "Ada", known: ["k"] };
  expect(await passkeys.creationOptions(user, "add")).toMatchObject({
    rp: { id: "book.example.org" },
    user: { id: Buffer.from("7/3").toString("base64url"), name: "ada@example.org" },
    excludeCredentials: [{ id: "k" }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
});

test.each([
  [undefined, "NO_ADDRESS"],
  ["http://127.0.0.1:3000", "IP_ADDRESS"],
  ["https://[::1]:3000", "IP_ADDRESS"],
  ["http://localhost:3000", null],
  ["https://book.example.org", null],
])("passkeys at %s: %s", (url, refusal) => {
  expect(createPasskeys({ ...tools, publicUrl: url }).refusal).toBe(refusal);
});
