import { expect, test } from "vitest";
import { now } from "../../../gateway/security/now.ts";

test("an instant is no finer than the database keeps, so that it reads as it was answered", () => {
  for (let i = 0; i < 1000; i += 1) expect(now().epochNanoseconds % 1_000_000n).toBe(0n);
});
