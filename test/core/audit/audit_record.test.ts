import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  auditActions,
  changesBetween,
  ifChanged,
  operator,
  recordOf,
  subjectKindOf,
} from "../../../core/audit/audit_record.ts";

const options = { fields: ["name", "hours"], hidden: ["phone"] } as const;
const before = { id: 1, name: "Desk", hours: { monday: [1], tuesday: [2] }, phone: "5" };

describe("the recorded changes between two states", () => {
  test.each<[string, object, object[]]>([
    ["none", {}, []],
    ["a field", { name: "Office" }, [{ field: "name", before: "Desk", after: "Office" }]],
    ["a field that is not asked for", { id: 2 }, []],
    ["a hidden field, without its values", { phone: "6" }, [{ field: "phone" }]],
    ["null", { name: null }, [{ field: "name", before: "Desk", after: null }]],
    ["a field that is missing, as null", { name: undefined }, [
      { field: "name", before: "Desk", after: null },
    ]],
    ["another order of keys, which is no change", { hours: { tuesday: [2], monday: [1] } }, []],
    ["another order of a list, which is one", { hours: { monday: [1], tuesday: [3, 2] } }, [
      { field: "hours", before: before.hours, after: { monday: [1], tuesday: [3, 2] } },
    ]],
  ])("%s", (_, change, changes) => {
    expect(changesBetween(before, { ...before, ...change }, options)).toEqual(changes);
  });

  test("never contain the value of a hidden field", () => {
    fc.assert(fc.property(fc.uuid(), fc.uuid(), fc.string(), fc.string(), (one, other, a, b) => {
      const [from, to] = [{ ...before, name: a, phone: one }, { ...before, name: b, phone: other }];
      const text = JSON.stringify(changesBetween(from, to, options));
      expect(text).not.toContain(one);
      expect(text).not.toContain(other);
      expect(text.includes('"phone"')).toBe(one !== other);
    }));
  });
});

test("a record without changes becomes null, and a record with changes stays", () => {
  const at = Temporal.Instant.from("2026-03-01T12:00:00Z");
  const subject = { organizationId: 1, id: 2, name: "Desk" };
  const action = { actor: operator, action: "department.updated", at } as const;
  expect(ifChanged(recordOf(subject, action))).toBeNull();
  const changed = recordOf(subject, { ...action, changes: [{ field: "name" }] });
  expect(ifChanged(changed)).toBe(changed);
});

test("the part of every action before the dot is the kind of its subject", () => {
  for (const action of auditActions) {
    expect(action).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    expect(action.split(".")[0]).toBe(subjectKindOf(action));
  }
});
