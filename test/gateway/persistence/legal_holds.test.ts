import fc from "fast-check";
import { expect, test } from "vitest";
import { isHeld, type LegalHold } from "../../../core/booking/legal_hold.ts";
import { isHeldSql } from "../../../gateway/persistence/booking/legal_holds.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile } from "../../support/per_file.ts";

const client = await clientPerFile(await freshDatabase());

const person = fc.record({
  environment: fc.constantFrom("LIVE", "TEST"),
  name: fc.constantFrom("Ada", "ada", "Ada ", "Zoë", "Zoe\u0308"),
  phone: fc.constantFrom("", "5", "05"),
  externalUserId: fc.constantFrom(null, "", "u1", "U1"),
});
const id = fc.integer({ min: 1, max: 3 });
const cases = fc.array(
  fc.record({
    appointment: fc.record({ id, person }),
    holds: fc.array(fc.record({ appointmentId: id, isOfOther: fc.boolean(), person }), {
      maxLength: 3,
    }),
  }),
  { minLength: 100, maxLength: 200 },
);

test("the condition in SQL finds the same held appointments as isHeld()", async () => {
  const seen = { held: 0, free: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      // Each case is an organization of its own, and has holds of another one.
      const appointments = given.map(({ appointment }, i) => ({
        organization_id: i,
        ...rowOf(appointment),
      }));
      const holds = given.flatMap(({ holds }, i) =>
        holds.map(({ isOfOther, appointmentId, person }) => ({
          organization_id: isOfOther ? i + given.length : i,
          appointment_id: appointmentId,
          ...rowOf({ id: 0, person }),
        }))
      );
      const { rows } = await client.query(
        `with legal_holds as (select * from jsonb_populate_recordset(null::legal_holds, $2))
         select ${isHeldSql} as "isHeld"
         from jsonb_populate_recordset(null::appointments, $1) a order by organization_id`,
        [JSON.stringify(appointments), JSON.stringify(holds)],
      );
      const expected = given.map(({ appointment: { id, person }, holds }) =>
        isHeld(
          { id, ...person },
          holds.filter((hold) => !hold.isOfOther && hold.person.environment === person.environment)
            .map(({ appointmentId, person }) =>
              Object.assign({ appointmentId }, person) as LegalHold
            ),
        )
      );
      expect(rows.map((row) => row.isHeld)).toEqual(expected);
      for (const one of expected) seen[one ? "held" : "free"] += 1;
    }),
    { numRuns: 20 },
  );
  expect(Math.min(seen.held, seen.free)).toBeGreaterThan(100);
});

function rowOf(
  { id, person: { externalUserId, ...person } }: {
    id: number;
    person: { environment: string; name: string; phone: string; externalUserId: string | null };
  },
) {
  return { id, ...person, external_user_id: externalUserId };
}
