-- expand
-- Daily caps of API keys (core/booking/README.md 23).

-- Null: the key may spend every credit of the organization.
alter table api_keys add column daily_credit_cap int
  constraint api_keys_daily_credit_cap check (daily_credit_cap between 1 and 1000000);

-- Credits that a key with a cap and its successors have spent on a date, local to the organization. Only bookings with
-- such a key write here, behind the lock of the LIVE balance. Rows of past dates are deleted.
create table key_spending (
  organization_id int not null,
  lineage_id uuid not null,
  date date not null,
  credits int not null constraint key_spending_credits check (credits >= 1),
  primary key (organization_id, lineage_id, date)
);

-- The same trigger with the new column.
create or replace trigger api_keys_version before update on api_keys
  for each row when (
    (old.name, old.scopes, old.rate_limit_per_hour, old.revoked_at, old.expires_at,
      old.allowed_networks, old.daily_credit_cap)
      is distinct from
      (new.name, new.scopes, new.rate_limit_per_hour, new.revoked_at, new.expires_at,
        new.allowed_networks, new.daily_credit_cap)
  ) execute function raise_version();
