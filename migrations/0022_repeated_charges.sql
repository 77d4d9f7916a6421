-- contract
-- An undone cancellation charges its appointment again, and a later cancellation refunds it again. So the ledger counts the
-- charges and the refunds of an appointment from 0 (`round`): each has at most one entry for each kind and round.
--
-- It is contracting because it drops an index, which no version reads by name. The previous version writes round 0, so it
-- refuses to cancel an appointment whose cancellation was undone; everything else works in it.
alter table credit_entries add column round smallint not null default 0;

-- A charge has the number of the refunds before it, and a refund the number of the charges before it, without its own one
-- (`change_write.ts`). So two charges without a refund between them have the same round, and the second one is refused.
create unique index credit_entries_once_a_round
  on credit_entries (organization_id, appointment_id, kind, round) where appointment_id is not null;
drop index credit_entries_once;
