import { codeSample } from "../developers/code_sample.ts";

/** A function for Node.js that verifies `X-Service-Signature`. A test runs it against a real delivery. */
export const verifyCode = codeSample(`import { createHmac, timingSafeEqual } from "node:crypto";

// body: the raw body, before any JSON parsing. signature: X-Service-Signature.
export function isGenuine(body, signature, secret) {
  const right = Buffer.from("sha256=" + createHmac("sha256", secret).update(body).digest("hex"));
  const given = Buffer.from(signature ?? "");
  return given.length === right.length && timingSafeEqual(given, right);
}
`);

export const exampleSignature =
  "X-Service-Signature: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
