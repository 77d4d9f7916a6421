-- expand
-- E-mail to the people of appointments (core/email/README.md).

-- The e-mail of an organization is a webhook with another channel: its deliveries use the same queue. `events` are the
-- kinds of mails that are switched on, and its secret signs the links in the mails. It is deleted from the start, so
-- neither a list nor a process of the version before sees it, and no such process sends its deliveries to a URL.
alter table webhooks
  add column channel text not null default 'HTTP'
    constraint webhooks_channel_check check (channel in ('HTTP', 'EMAIL')),
  add constraint webhooks_email_is_hidden check (channel = 'HTTP' or deleted_at is not null);
create unique index webhooks_one_email on webhooks (organization_id) where channel = 'EMAIL';

-- What the mails of an organization say. `texts` has its own texts by kind and language; the others are in the code.
create table email_settings (
  organization_id int primary key
    constraint email_settings_organization_id_foreign references organizations (id),
  -- Null: the name of the organization.
  sender_name text,
  reply_to text,
  language text not null
    constraint email_settings_language_check check (language in ('en', 'de')),
  texts jsonb not null,
  version int not null default 1
);
create trigger email_settings_version before update on email_settings
  for each row when (old is distinct from new) execute function raise_version();

-- Addresses that get fewer mails or none, as hashes that differ in each organization.
create table email_stops (
  organization_id int not null
    constraint email_stops_organization_id_foreign references organizations (id),
  address_hash text not null
    constraint email_stops_address_hash check (address_hash ~ '^[0-9a-f]{64}$'),
  reason text not null
    constraint email_stops_reason_check check (reason in ('UNSUBSCRIBED', 'REFUSED')),
  created_at timestamptz(3) not null,
  primary key (organization_id, address_hash, reason)
);
create index email_stops_by_time on email_stops (created_at) where reason = 'REFUSED';
