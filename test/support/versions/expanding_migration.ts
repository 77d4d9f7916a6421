/** Every kind of change that an expanding migration may make, on the tables that a booking reads and writes. */
export const expandingMigration = `
alter table appointments add column of_a_test text;
alter table organizations add column of_a_test int not null default 1;
create index appointments_of_a_test on appointments (organization_id, id) where of_a_test is not null;
create table things_of_a_test (organization_id bigint not null, id bigint not null, primary key (organization_id, id));
`;
