import { expect, test } from "vitest";
import { permissions } from "../../../../core/mod.ts";
import { boundCases, makeBound, outcomeOf, unknownParts } from "../../../support/bound.ts";
import { perFile } from "../../../support/per_file.ts";
import { openPostgresStage } from "../../../support/webhook_stages.ts";

// core/bound.test.ts tests the same in memory, and the rest of the rule.

const stage = await perFile(openPostgresStage());
const { staff, own, foreign, callers } = await makeBound(stage);
const ofDepartments = boundCases.filter(([name]) => permissions[name].departments === "own");

async function counts(): Promise<unknown> {
  const { rows } = await stage.pool.query(
    `select (select max(id) from audit_entries), (select max(id) from visits),
      (select max(id) from appointments)`,
  );
  return rows;
}

test.each(ofDepartments)(
  "in Postgres %s (%i) answers a department of others, and what is in it, as if they did not exist",
  async (name, _, input) => {
    const before = await counts();
    for (const caller of callers) {
      const [hidden, unknown] = [
        await outcomeOf(staff, name, { caller, input: input(foreign, own) }),
        await outcomeOf(staff, name, { caller, input: input(unknownParts, own) }),
      ];
      expect(hidden).toBe(unknown);
      expect(hidden).not.toMatch(/Foreign|defect/);
    }
    expect(await counts()).toEqual(before);
  },
);

test("in Postgres a bound user sees the counts and pages of own departments only", async () => {
  const [ofOne, ofTwo] = callers;
  for (const caller of [ofOne!, ofTwo!]) {
    const day = await staff.getDeskDay(caller, { date: "2026-03-01" });
    expect(day.departments.map(({ id }) => id)).toEqual(caller.departmentIds);
    expect(day.totalAppointments).toBe(1);
    for (const filter of [{}, { search: "person" }, { includeArchived: true }]) {
      const { items, totalElements } = await staff.listAppointments(caller, filter);
      expect([items.map(({ id }) => id), totalElements]).toEqual([[own.appointment], 1]);
    }
    expect((await staff.listPerson(caller, { id: own.appointment })).totalElements).toBe(1);
    const { items, totalElements } = await staff.listDepartments(caller, { size: 1 });
    expect([items.length, totalElements]).toEqual([1, caller.departmentIds!.length]);
  }
});
