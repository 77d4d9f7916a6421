import type { z } from "zod";
import { operatorCaller, operatorIn } from "./access/caller.ts";
import { revokeApiKey } from "./access/change_api_keys.ts";
import { disableStaffUser, resetFactors, resetPassword } from "./access/change_staff_users.ts";
import {
  closeOrganization,
  type RemovalOptions,
  removeOrganization,
  reopenOrganization,
} from "./access/close_organization.ts";
import { createApiKey } from "./access/create_api_key.ts";
import { createOrganization } from "./access/create_organization.ts";
import { createStaffUser } from "./access/create_staff_user.ts";
import { allowPasswords } from "./access/identity_settings.ts";
import { getBalances, listApiKeys, listOrganizations } from "./access/organizations.ts";
import {
  createReportingRole,
  listReportingRoles,
  removeReportingRole,
} from "./access/reporting_roles.ts";
import {
  createReportingToken,
  listReportingTokens,
  revokeReportingToken,
} from "./access/reporting_tokens.ts";
import { eraseAppointment } from "./booking/erase_appointment.ts";
import { listErasures } from "./booking/list_erasures.ts";
import { grantCredits } from "./credits/grant_credits.ts";
import { renewHolidays } from "./departments/close_on_holidays.ts";
import { createDepartment, updateDepartment } from "./departments/change_departments.ts";
import { createWorker, updateWorker } from "./departments/change_workers.ts";
import type { departmentSettingsChange } from "./departments/department.ts";
import { listAllDepartments, listWorkersOfDepartment } from "./departments/list_departments.ts";
import type { Ports } from "./ports.ts";
import { applyRetention, type RetentionOptions } from "./retention/apply_retention.ts";

/** Identifies a staff user for the operator. The organization is needed if several have this e-mail address. */
export type StaffUserAddress = string | { email: string; organizationId?: number | undefined };

/**
 * Makes the use cases of the operator, for the command line. A command acts in one organization, or names a row of any
 * organization by its id.
 */
export function createOperatorApplication(ports: Ports) {
  const anywhere =
    <I, R>(useCase: (ports: Ports, caller: typeof operatorCaller, input: I) => R) => (input: I) =>
      useCase(ports, operatorCaller, input);
  const within =
    <R>(useCase: (ports: Ports, caller: ReturnType<typeof operatorIn>, input: unknown) => R) =>
    (organizationId: number, input?: unknown) => useCase(ports, operatorIn(organizationId), input);
  const toStaffUser =
    <R>(useCase: (ports: Ports, caller: ReturnType<typeof callerOf>, input: unknown) => R) =>
    (address: StaffUserAddress) => useCase(ports, callerOf(address), { email: emailOf(address) });
  return {
    createOrganization: anywhere(createOrganization),
    listOrganizations: () => listOrganizations(ports),
    closeOrganization: within(closeOrganization),
    reopenOrganization: within(reopenOrganization),
    removeOrganization: (id: number, options: RemovalOptions) =>
      removeOrganization(ports, id, options),
    getBalances: within(getBalances),
    grantCredits: within(grantCredits),
    eraseAppointment: within(eraseAppointment),
    listErasures: (input: unknown) => listErasures(ports, input),
    createDepartment: within(createDepartment),
    updateDepartment: (id: number, change: z.input<typeof departmentSettingsChange>) =>
      updateDepartment(ports, operatorCaller, { ...change, id }),
    renewHolidays: () => renewHolidays(ports),
    applyRetention: (options?: RetentionOptions) => applyRetention(ports, options),
    listAllDepartments: within(listAllDepartments),
    createWorker: (departmentId: number, input: { name: string }) =>
      createWorker(ports, operatorCaller, { ...input, departmentId }),
    updateWorker: (id: number, change: { name?: string; isActive?: boolean }) =>
      updateWorker(ports, operatorCaller, { ...change, id }),
    listWorkers: anywhere(listWorkersOfDepartment),
    createApiKey: within(createApiKey),
    revokeApiKey: anywhere(revokeApiKey),
    listApiKeys: within(listApiKeys),
    createStaffUser: within(createStaffUser),
    disableStaffUser: toStaffUser(disableStaffUser),
    resetPassword: toStaffUser(resetPassword),
    allowPasswords: within(allowPasswords),
    resetFactors: toStaffUser(resetFactors),
    createReportingToken: within(createReportingToken),
    listReportingTokens: within(listReportingTokens),
    createReportingRole: within(createReportingRole),
    listReportingRoles: within(listReportingRoles),
    removeReportingRole: within(removeReportingRole),
    revokeReportingToken: (id: number) => revokeReportingToken(ports, operatorCaller, { id }),
  };
}

function callerOf(address: StaffUserAddress) {
  const { organizationId = undefined } = typeof address === "string" ? {} : address;
  return organizationId === undefined ? operatorCaller : operatorIn(organizationId);
}

function emailOf(address: StaffUserAddress): string {
  return typeof address === "string" ? address : address.email;
}
