import { expect, test } from "vitest";
import { totp } from "../../../gateway/security/totp.ts";

// RFC 6238, appendix B, for SHA-1: the last six digits of its eight.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors: [seconds: number, code: string][] = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
];

test.each(vectors)(
  "at %i seconds the code is %s, as in RFC 6238, and no other",
  (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(totp.matches(secret, code, step)).toBe(true);
    expect(totp.matches(secret, code, step + 1)).toBe(false);
    expect(totp.matches(secret, code.slice(1), step)).toBe(false);
  },
);

test("a new seed has 160 random bits, and its address has it with the names of service and user", () => {
  const [one, other] = [totp.newSecret(), totp.newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const address = new URL(
    totp.address(one, { issuer: "Clinic & Co", label: "ada@clinic.example" }),
  );
  expect(address.protocol).toBe("otpauth:");
  expect(decodeURIComponent(address.pathname)).toMatch(/Clinic & Co:ada@clinic.example$/);
  expect(address.searchParams.get("secret")).toBe(one);
  expect(address.searchParams.get("issuer")).toBe("Clinic & Co");
});
