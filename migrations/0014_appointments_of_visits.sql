-- expand
-- Where the appointment of a visit was when the person came. The end of the visit changes the appointment only if it is
-- still there. Null without an appointment, and in visits of versions that did not store it. There is no foreign key: a
-- department is never deleted, and the columns are read with the visit only.
alter table visits add column appointment_time timestamp(0);
alter table visits add column appointment_department_id int;
