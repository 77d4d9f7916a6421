import { expect, test } from "vitest";
import { z } from "zod";
import { booleanField, parseInput, wholeNumberField } from "../../core/input.ts";

const item = z.object({ reason: z.string().default("none") });
const schema = z.object({
  id: wholeNumberField(1, 9, "An id"),
  size: wholeNumberField(1, 9, "A size").default(3),
  isOpen: booleanField("Whether").optional(),
  worker: z.number().nullable().optional(),
  items: z.array(item).optional(),
  window: z.strictObject({ days: z.number().optional() }).nullable().default(null),
});

test("null in an optional field is absence, also in objects and lists inside", () => {
  const nulls = {
    id: 1,
    size: null,
    isOpen: null,
    items: [{ reason: null }],
    window: { days: null },
  };
  expect(parseInput(schema, nulls)).toEqual({
    id: 1,
    size: 3,
    items: [{ reason: "none" }],
    window: {},
  });
});

test("null keeps a meaning of its own", () => {
  const given = { id: 1, size: null, worker: null, window: null };
  expect(parseInput(schema, given)).toEqual({ id: 1, size: 3, worker: null, window: null });
});

test("null in a required field is a fault, and the faults of other fields stay", () => {
  const given = { id: null, size: null, isOpen: "x", items: null };
  expect(() => parseInput(schema, given)).toThrow("see id, isOpen");
});

test("a field that the schema does not have stays without effect", () => {
  const given = JSON.parse('{"id": 1, "size": null, "__proto__": null, "other": null}') as object;
  expect(parseInput(schema, given)).toMatchObject({ id: 1, size: 3 });
});
