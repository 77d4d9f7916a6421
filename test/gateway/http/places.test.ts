import { expect, test } from "vitest";
import { createAdmissionLimit, type Places } from "../../../gateway/http/client_address.ts";

/** Takes as many places as a network gets. */
function takeAll(places: Places, network: string): number {
  let taken = 0;
  while (places.take(network)) taken += 1;
  return taken;
}

test("a network may hold as many places as are free: half when alone, then a share of the rest", () => {
  const places = createAdmissionLimit(100);
  expect(["a", "b", "c"].map((network) => takeAll(places, network))).toEqual([50, 25, 13]);
});

test("networks that release and take in turn end with a third each, and a third is free", () => {
  const places = createAdmissionLimit(100);
  const held = { a: takeAll(places, "a"), b: takeAll(places, "b") };
  for (let turn = 0; turn < 100; turn += 1) {
    for (const network of ["a", "b"] as const) {
      places.release(network);
      held[network] += takeAll(places, network) - 1;
    }
  }
  expect(held).toEqual({ a: 34, b: 33 });
});

test("a new network gets a place while one is free, also if there is only one place", () => {
  const places = createAdmissionLimit(1);
  expect([places.take("a"), places.take("b")]).toEqual([true, false]);
  places.release("a");
  expect(places.take("b")).toBe(true);
});
