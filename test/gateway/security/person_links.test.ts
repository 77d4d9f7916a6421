import { describe, expect, test } from "vitest";
import { createPersonLinkAddresses } from "../../../gateway/security/person_links.ts";

const secret = "a".repeat(32);
const links = createPersonLinkAddresses(secret, "https://booking.example.org/");
const ref = {
  organizationId: 7,
  environment: "LIVE",
  id: Number.MAX_SAFE_INTEGER,
  handovers: 0,
} as const;
const tokenOf = (address: string) => address.slice(address.lastIndexOf("/") + 1);

describe("the address of a link", () => {
  test("has the appointment, of both environments and with large ids", () => {
    for (const one of [ref, { ...ref, environment: "TEST", id: 1 } as const]) {
      const address = links.addressOf(one);
      expect(address).toMatch(/^https:\/\/booking\.example\.org\/appointment\/[\w-]{39}$/);
      expect(links.refOf(tokenOf(address))).toEqual(one);
    }
  });

  test("has the number of handovers, and is another one after each", () => {
    const numbers = [0, 1, 2, 2 ** 32 - 1];
    const tokens = numbers.map((handovers) =>
      tokenOf(links.addressOf(Object.assign({}, ref, { handovers })))
    );
    expect(tokens.map((token) => links.refOf(token)?.handovers)).toEqual(numbers);
    expect(new Set(tokens).size).toBe(numbers.length);
    expect(tokens.map(({ length }) => length)).toEqual([39, 44, 44, 44]);
  });

  test("is a path if the service does not know its own address", () => {
    for (const url of [undefined, "https://*.example.org"]) {
      expect(createPersonLinkAddresses(secret, url).addressOf(ref)).toMatch(/^\/appointment\//);
    }
  });

  test("is refused with any other bit, length or key", () => {
    const handedOver = Buffer.from(
      tokenOf(links.addressOf({ ...ref, handovers: 1 })),
      "base64url",
    );
    for (let bit = 0; bit < handedOver.length * 8; bit += 1) {
      const other = Buffer.from(handedOver);
      other[bit >> 3]! ^= 1 << (bit & 7);
      expect(links.refOf(other.toString("base64url"))).toBe(undefined);
    }
    const token = tokenOf(links.addressOf(ref));
    const bytes = Buffer.from(token, "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const other = Buffer.from(bytes);
      other[bit >> 3]! ^= 1 << (bit & 7);
      expect(links.refOf(other.toString("base64url"))).toBe(undefined);
    }
    for (
      const text of ["", token.slice(1), `${token}A`, `${token}=`, `${token}AAAAA`, "é".repeat(39)]
    ) {
      expect(links.refOf(text)).toBe(undefined);
    }
    const foreign = createPersonLinkAddresses("b".repeat(32), undefined);
    expect(foreign.refOf(token)).toBe(undefined);
  });

  test("outlives a rotation as long as the previous secret is there", () => {
    const token = tokenOf(links.addressOf(ref));
    const rotated = createPersonLinkAddresses(["b".repeat(32), secret], undefined);
    expect(rotated.refOf(token)).toEqual(ref);
    expect(tokenOf(rotated.addressOf(ref))).not.toBe(token);
  });
});
