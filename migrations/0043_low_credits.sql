-- expand
-- The threshold of LIVE credits at which an organization is warned (core/credits/README.md 5).

-- Null: there is no threshold. The LIVE balance has the same number, because its row is the gate of all bookings: whoever
-- locks it reads the threshold without another read. The TEST balance has null.
alter table organizations add column low_credit_threshold int
  constraint organizations_low_credit_threshold check (low_credit_threshold between 1 and 1000000000);
alter table balances add column low_credit_threshold int;

-- Waits for the transactions that hold the gate.
create function organizations_copy_low_credit_threshold() returns trigger language plpgsql as $$
begin
  update balances set low_credit_threshold = new.low_credit_threshold
  where organization_id = new.id and environment = 'LIVE';
  return null;
end $$;
create trigger organizations_copy_low_credit_threshold
  after update of low_credit_threshold on organizations
  for each row when (old.low_credit_threshold is distinct from new.low_credit_threshold)
  execute function organizations_copy_low_credit_threshold();
