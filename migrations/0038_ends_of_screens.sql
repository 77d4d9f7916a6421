-- expand
-- Screens that end, and networks from which a screen may be used (core/screens/README.md 1).

-- Null: the screen has no end. So have all that exist.
alter table screens add column expires_at timestamptz(3);
-- In their normal form, such as 203.0.113.0/24. Null: from every address.
alter table screens add column allowed_networks text[]
  constraint screens_allowed_networks check (cardinality(allowed_networks) between 1 and 20);
