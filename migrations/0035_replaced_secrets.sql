-- expand
-- Secrets of webhooks that were replaced before the previous one and still sign (core/webhooks/README.md 7).

-- A list of {"sealedSecret", "replacedAt"}, the newest first. The previous secret has columns of its own, which an
-- earlier version of the service reads and writes.
alter table webhooks add column earlier_secrets jsonb not null default '[]';
