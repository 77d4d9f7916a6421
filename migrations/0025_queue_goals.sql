-- expand
-- Null: the office has set no goal for the wait.
alter table queue_rules add column goal_minutes int
  constraint queue_rules_goal_minutes check (goal_minutes between 1 and 240);
