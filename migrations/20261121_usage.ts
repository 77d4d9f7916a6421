import { Migration } from "@mikro-orm/migrations";

/**
 * The record of every API call, in partitions of a month that the service makes ahead and drops when they
 * have outlived their time. What no partition takes goes to the default one, so that a booking never fails
 * for want of a partition. No foreign keys: organizations and keys are never deleted, and each check would
 * cost every call.
 */
export class Usage extends Migration {
  override up(): void {
    this.addSql(`
create table usage_entries (
  id bigserial not null,
  organization_id int not null,
  api_key_id int not null,
  environment text not null
    constraint usage_entries_environment_check check (environment in ('LIVE', 'TEST')),
  endpoint text not null,
  route_template text not null,
  method text not null,
  status_code int not null,
  credits_consumed int not null,
  response_time_ms int not null,
  timestamp timestamptz(3) not null,
  ip_address text not null,
  user_agent text not null,
  primary key (organization_id, timestamp, id)
) partition by range (timestamp);

create table usage_entries_default partition of usage_entries default;
`);
  }
}
