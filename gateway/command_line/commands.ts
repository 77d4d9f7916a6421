import type { Command } from "./command.ts";
import { auditCommands } from "./commands/audit.ts";
import { apiKeyCommands } from "./commands/api_key.ts";
import { backupCommands } from "./commands/backup.ts";
import { creditCommands, organizationCommands } from "./commands/organization.ts";
import { demoCommands } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { erasureCommands } from "./commands/erasure.ts";
import { departmentCommands } from "./commands/department.ts";
import { reportingRoleCommands } from "./commands/reporting_role.ts";
import { reportingTokenCommands } from "./commands/reporting_token.ts";
import { retentionCommands } from "./commands/retention.ts";
import { secretsCommands } from "./commands/secrets.ts";
import { staffCommands } from "./commands/staff.ts";
import { workerCommands } from "./commands/worker.ts";

/** All admin commands. */
export const commands: readonly Command[] = [
  ...organizationCommands,
  ...staffCommands,
  ...creditCommands,
  ...departmentCommands,
  ...workerCommands,
  ...apiKeyCommands,
  ...reportingTokenCommands,
  ...reportingRoleCommands,
  ...demoCommands,
  ...erasureCommands,
  ...retentionCommands,
  ...auditCommands,
  ...secretsCommands,
  ...backupCommands,
  doctor,
];
