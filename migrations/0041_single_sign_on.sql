-- expand
-- Single sign-on of staff by OpenID Connect (core/access/README.md 15).

-- At most one provider for an organization. address_key is random: with the organization it is the address of a sign-in.
create table identity_providers (
  id serial not null,
  organization_id int not null
    constraint identity_providers_organization_id_foreign references organizations (id),
  address_key text not null,
  issuer text not null,
  client_id text not null,
  sealed_secret text not null,
  groups_claim text,
  group_rules jsonb not null default '[]',
  sso_only boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint identity_providers_one unique (organization_id)
);

-- The identity with which a staff user signs in, or the one-time link that will set it, or both. Only the hash of the link.
create table sso_accounts (
  organization_id int not null,
  staff_user_id int not null,
  issuer text,
  subject text,
  linked_at timestamptz(3),
  link_hash text,
  link_ends_at timestamptz(3),
  primary key (organization_id, staff_user_id),
  constraint sso_accounts_staff_user_id_foreign
    foreign key (organization_id, staff_user_id) references staff_users (organization_id, id),
  constraint sso_accounts_identity unique (organization_id, issuer, subject),
  constraint sso_accounts_link unique (organization_id, link_hash),
  constraint sso_accounts_parts check (
    (issuer is null) = (subject is null) and (issuer is null) = (linked_at is null)
    and (link_hash is null) = (link_ends_at is null)
    and (issuer is not null or link_hash is not null)
  )
);

-- What counts once: the states of finished sign-ins and the ids of logout tokens. Deleted at ends_at.
create table sso_used (
  organization_id int not null
    constraint sso_used_organization_id_foreign references organizations (id),
  token_hash text not null,
  ends_at timestamptz(3) not null,
  primary key (organization_id, token_hash)
);

-- A session that the provider began. A process of the version before writes null, as for every other session.
alter table sessions
  add column sso_subject text,
  add column sso_sid text;
