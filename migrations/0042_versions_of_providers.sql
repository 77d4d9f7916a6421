-- expand
-- The version of an identity provider, so that no save of its settings undoes another one unseen (core/README.md 5).

alter table identity_providers add column version int not null default 1;
create trigger identity_providers_version before update on identity_providers
  for each row when (old is distinct from new) execute function raise_version();
