import type { ApiCaller } from "./access/api_key.ts";
import { authenticateApiKey } from "./access/authenticate_api_key.ts";
import { createApiKey } from "./access/create_api_key.ts";
import { createOrganization } from "./access/create_organization.ts";
import { getBalances, listApiKeys, listOrganizations } from "./access/read_organizations.ts";
import { revokeApiKey } from "./access/revoke_api_key.ts";
import { archiveAppointment } from "./booking/archive_appointment.ts";
import { bookAppointment } from "./booking/book_appointment.ts";
import { createDepartment } from "./booking/create_department.ts";
import { createWorker } from "./booking/create_worker.ts";
import { grantCredits } from "./booking/grant_credits.ts";
import { getAppointment, listAppointments } from "./booking/read_appointments.ts";
import {
  checkAvailability,
  getDepartment,
  listAllDepartments,
  listDepartments,
  listWorkers,
} from "./booking/read_departments.ts";
import { updateDepartment } from "./booking/update_department.ts";
import { updateWorker } from "./booking/update_worker.ts";
import type { Ports } from "./ports.ts";
import type { ApiCall, UsageEntry } from "./usage/usage_entry.ts";

/** Every use case of the service. The surfaces and the command line know this list and nothing beneath. */
export type Application = ReturnType<typeof createApplication>;

/** The use cases over the given ports. */
export function createApplication(ports: Ports) {
  const over =
    <A extends unknown[], R>(useCase: (ports: Ports, ...args: A) => R) => (...args: A): R =>
      useCase(ports, ...args);
  return {
    authenticateApiKey: over(authenticateApiKey),
    listDepartments: over(listDepartments),
    getDepartment: over(getDepartment),
    checkAvailability: over(checkAvailability),
    bookAppointment: over(bookAppointment),
    getAppointment: over(getAppointment),
    listAppointments: over(listAppointments),
    archiveAppointment: over(archiveAppointment),

    /** How the caller stands in its hour, this request counted; undefined where nothing is limited. */
    countRequest: async (caller: ApiCaller) => ports.hourlyLimits?.count(caller),
    recordUsage: (entry: UsageEntry) => ports.usageLog?.record(entry),
    /** For a call whose entry was written with its booking. */
    noteKeyUse: (call: Pick<ApiCall, "apiKeyId" | "timestamp">) => ports.usageLog?.noteUse(call),

    createOrganization: over(createOrganization),
    listOrganizations: over(listOrganizations),
    getBalances: over(getBalances),
    grantCredits: over(grantCredits),
    createDepartment: over(createDepartment),
    updateDepartment: over(updateDepartment),
    listAllDepartments: over(listAllDepartments),
    createWorker: over(createWorker),
    updateWorker: over(updateWorker),
    listWorkers: over(listWorkers),
    createApiKey: over(createApiKey),
    revokeApiKey: over(revokeApiKey),
    listApiKeys: over(listApiKeys),
  };
}
