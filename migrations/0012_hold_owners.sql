-- expand
-- A hold belongs to its API key and to the keys that replace it (core/booking/README.md 18).

-- The same for a key and its successors, as in api_keys. Null in a hold of an earlier version, which belongs to its key
-- alone. Such holds end within 15 minutes.
alter table holds add column lineage_id uuid;
