import { Migration } from "@mikro-orm/migrations";

/** What reporting tools may read with, until it ends; the tokens themselves are signed and never kept. */
export class ReportingTokens extends Migration {
  override up(): void {
    this.addSql(`
create table reporting_tokens (
  id serial primary key,
  organization_id int not null
    constraint reporting_tokens_organization_id_foreign references organizations (id),
  name text not null,
  created_by int constraint reporting_tokens_created_by_foreign references staff_users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index reporting_tokens_by_organization on reporting_tokens (organization_id, id);
`);
  }
}
