import { expect, test } from "vitest";
import type { Answer } from "../support/api.ts";
import { inDatabase } from "../support/published_events.ts";
import { auditedApiPerFile } from "../support/per_file.ts";

// Four processes that share only the database.
const processes = 4;
const api = await auditedApiPerFile({ processes });

const capacity = 6;
const slots = Array.from({ length: 7 }, (_, hour) => `2038-03-05T1${hour}:00:00`);

interface Row {
  places: number;
  held: number;
}

test("holds, bookings with and without them, moves, releases and ends never fill a slot beyond its capacity", async () => {
  const tenant = await api.organization({ slotCapacity: capacity });
  const { departmentId, organizationId } = tenant;
  const keys = [tenant.key, await tenant.newKey(), await tenant.newKey()];
  const outcomes: Record<string, number> = {};
  const booked = new Set<number>();

  /** Notes the outcome of a request. Returns its body if it succeeded. */
  function note(what: string, { status, body }: Answer) {
    const reason = body?.error?.details?.[0]?.field ?? body?.error?.code ?? status;
    const outcome = `${what}: ${reason}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    return status < 300 ? body ?? {} : undefined;
  }

  async function visit(i: number): Promise<void> {
    const call = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await api.call(method, `/api/v1${path}`, {
        process: i % processes,
        key: keys[i % keys.length]!,
        ...(body && { body }),
      });
      // It has waited too long for its turn, and did nothing.
      return answer.status === 503 ? await call(method, path, body) : answer;
    };
    const at = { departmentId, dateTime: slots[i % slots.length]! };
    const booking = { ...at, name: `Person ${i}` };
    if (i % 8 === 0) {
      const made = note("book", await call("POST", "/appointments", booking));
      if (made) booked.add(made.id);
      return;
    }
    const hold = note("hold", await call("POST", "/holds", at));
    if (!hold) return;
    if (i % 4 === 1) return void note("release", await call("DELETE", `/holds/${hold.id}`));
    // Every fifth hold ends while its caller still fills in the form. The service never changes when a hold ends. So this
    // statement takes the gate: otherwise the end could move to the past between two reads of one decision.
    if (i % 5 === 0) {
      await inDatabase(
        api.databaseUrl,
        `with gate as (
           select from balances where organization_id = ${organizationId} and environment = 'LIVE'
           for no key update
         )
         update holds set expires_at = now() from gate
         where organization_id = ${organizationId} and id = ${hold.id}`,
      );
    }
    const holdId = hold.id;
    const own = [...booked].at(i % 3);
    if (i % 4 === 3 && own !== undefined) {
      const move = { ...at, holdId };
      return void note(
        "move to a hold",
        await call("POST", `/appointments/${own}/reschedule`, move),
      );
    }
    const made = note("book a hold", await call("POST", "/appointments", { ...booking, holdId }));
    if (!made) return;
    booked.add(made.id);
    if (i % 6 === 0) {
      note("archive", await call("DELETE", `/appointments/${made.id}`));
      booked.delete(made.id);
    }
  }

  // So many callers at once that every process always has some, and few enough that none waits too long for its turn.
  const waiting = Array.from({ length: 240 }, (_, i) => i).values();
  const visits = Promise.all(Array.from({ length: 16 }, async () => {
    for (const i of waiting) await visit(i);
  }));
  let isOver = false;
  void visits.finally(() => isOver = true).catch(() => {});
  const most = { places: 0, held: 0 };
  do {
    const rows = await inDatabase<Row>(
      api.databaseUrl,
      `select count(*)::int as places, count(*) filter (where is_hold)::int as held from (
         select date_time, place, false as is_hold from appointments
         where organization_id = ${organizationId} and not is_archived
         union all
         select date_time, place, true from holds
         where organization_id = ${organizationId} and expires_at > now() + interval '1 second'
       ) taken group by date_time`,
    );
    for (const { places, held } of rows) {
      most.places = Math.max(most.places, places);
      most.held = Math.max(most.held, held);
    }
  } while (!isOver);
  await visits;
  expect(most.places).toBeLessThanOrEqual(capacity);
  expect(most.held).toBeGreaterThan(0);
  const kept = await inDatabase<{ id: string; slot: string; place: number }>(
    api.databaseUrl,
    `select id, slot_start::text as slot, place from appointments
     where organization_id = ${organizationId} and not is_archived`,
  );
  expect(new Set(kept.map(({ id }) => Number(id)))).toEqual(booked);
  expect(new Set(kept.map(({ slot, place }) => `${slot} ${place}`)).size).toBe(kept.length);
  expect(Object.keys(outcomes)).toEqual(
    expect.arrayContaining([
      "book: 201",
      "hold: 201",
      "hold: dateTime",
      "release: 204",
      "book a hold: 201",
      "book a hold: holdId",
      "move to a hold: 200",
      "archive: 200",
    ]),
  );
  // Whatever was refused was refused for its slot, its hold, or the number of holds.
  const known = /: (20\d|dateTime|holdId|HOLD_LIMIT_EXCEEDED|CONFLICT|HOLD_NOT_FOUND)$/;
  expect(Object.keys(outcomes).filter((outcome) => !known.test(outcome))).toEqual([]);
  // A refused move keeps its hold.
  const held = await inDatabase<{ slot: string }>(
    api.databaseUrl,
    `select slot_start::text as slot from holds
     where organization_id = ${organizationId} and expires_at > now()`,
  );
  for (const dateTime of slots) {
    const { body: { remainingSlots } } = await tenant.get(
      `/departments/${departmentId}/availability?dateTime=${dateTime}`,
    );
    const taken = [...kept, ...held].filter(({ slot }) => dateTime === slot.replace(" ", "T"));
    expect(remainingSlots).toBe(capacity - taken.length);
  }
});
