import { Client } from "pg";
import { expect } from "vitest";

/** What the books of a database say, read past the service. */
export interface Books {
  /** Names of all appointments. */
  names: string[];
  appointments: number;
  balance: number;
}

/**
 * Reads the books and checks what must hold at any time: every appointment has an entry of one
 * credit, every entry its appointment, a CANCELLED one as many refunds as charges and any other one a refund less, each
 * balance is the sum and the end of its ledger, no slot exceeds its capacity, the counters count, and the audit has one
 * record of each creation.
 */
export async function checkLedger(connectionString: string): Promise<Books> {
  const client = new Client({ connectionString });
  await client.connect();
  const rows = async (sql: string) => (await client.query(sql)).rows;
  try {
    expect(
      await rows(`select a.id from appointments a left join credit_entries e
        on e.organization_id = a.organization_id and e.environment = a.environment
        and e.appointment_id = a.id and e.kind = 'CONSUMED'
        where e.id is null`),
      "appointments that nobody paid for",
    ).toEqual([]);
    expect(
      await rows(`select a.id, a.status, sum(e.amount) from appointments a join credit_entries e
        on e.organization_id = a.organization_id and e.environment = a.environment
        and e.appointment_id = a.id
        group by a.organization_id, a.environment, a.id
        having sum(e.amount) <> case a.status when 'CANCELLED' then 0 else -1 end`),
      "charges or refunds that are missing, or that nobody is due",
    ).toEqual([]);
    expect(
      await rows(`select b.organization_id, b.environment, b.balance, sum(e.amount),
          (array_agg(e.balance_after order by e.id desc))[1]
        from balances b left join credit_entries e using (organization_id, environment)
        group by 1, 2, 3
        having b.balance <> coalesce(sum(e.amount), 0)
          or b.balance <> coalesce((array_agg(e.balance_after order by e.id desc))[1], 0)`),
      "balances that are not the sum and the end of their ledger",
    ).toEqual([]);
    expect(
      await rows(`select department_id, slot_start, count(*), max(slot_capacity) from appointments
        where status <> 'CANCELLED' and archived_at is null
        group by organization_id, environment, department_id, slot_start, slot_minutes
        having count(*) > max(slot_capacity)`),
      "slots beyond their capacity",
    ).toEqual([]);
    expect(
      await rows(`select * from (
          select organization_id, environment, department_id, status,
            date_trunc('month', date_time)::date as month, count(*) as count
          from appointments where archived_at is null group by 1, 2, 3, 4, 5
        ) real full join (select * from appointment_counts where count > 0) counted
        using (organization_id, environment, department_id, status, month)
        where real.count is distinct from counted.count`),
      "counters that do not count",
    ).toEqual([]);
    expect(
      await rows(`select a.id, count(e.id) from appointments a left join audit_entries e
        on e.organization_id = a.organization_id and e.subject_kind = 'appointment'
        and e.subject_id = a.id and e.action = 'appointment.created'
        group by a.organization_id, a.environment, a.id having count(e.id) <> 1`),
      "appointments whose creation the audit does not tell of once",
    ).toEqual([]);
    const names = (await rows("select name from appointments order by id")).map((row) => row.name);
    const [{ balance }] = await rows("select sum(balance)::int as balance from balances");
    return { names, appointments: names.length, balance };
  } finally {
    await client.end();
  }
}
