import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword } from "../../../gateway/security/passwords.ts";

const phc = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

test("hashPassword() gives a PHC string by whose parameters the password verifies", async () => {
  const password = "correct horse battery stäple";
  const [, salt, hash] = phc.exec(await hashPassword(password))!;
  const verify = (message: string) =>
    argon2Sync("argon2id", {
      message: Buffer.from(message),
      nonce: Buffer.from(salt!, "base64"),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    }).toString("base64").replaceAll("=", "");
  expect(verify(password)).toBe(hash);
  expect(verify("correct horse battery staple")).not.toBe(hash);
});

test("hashPassword() salts: the same password has another hash each time", async () => {
  const hashes = await Promise.all(
    ["same password", "same password"].map((text) => hashPassword(text)),
  );
  expect(hashes[0]).not.toBe(hashes[1]);
});
