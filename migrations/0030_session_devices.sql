-- expand
-- The device and the address of a sign-in, which the user sees in the list of their own sessions.

-- The version before this one adds sessions without them. They are gone after 12 hours.
alter table sessions
  add column device text not null default '',
  add column ip_address text not null default '';
