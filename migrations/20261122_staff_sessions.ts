import { Migration } from "@mikro-orm/migrations";

/** Staff being signed in. Ending a session deletes its row. */
export class StaffSessions extends Migration {
  override up(): void {
    this.addSql(`
create table sessions (
  id uuid primary key,
  organization_id int not null
    constraint sessions_organization_id_foreign references organizations (id),
  staff_user_id int not null
    constraint sessions_staff_user_id_foreign references staff_users (id),
  created_at timestamptz(3) not null,
  last_active_at timestamptz(3) not null
);
create index sessions_by_staff_user on sessions (staff_user_id);
create index sessions_by_age on sessions (created_at);
`);
  }
}
