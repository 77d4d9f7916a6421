import { Pool } from "pg";
import type { Reports } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";

/** A database on which reports are made. */
export interface ReportingDatabase extends AsyncDisposable {
  url: string;
  pool: Pool;
  service: TestService;
  /** An organization with two departments of two workers each. */
  tenant(timeZone: string): Promise<ReportingTenant>;
  /** Reads reports of one snapshot. */
  report<T>(tenant: ReportingTenant, read: (reports: Reports) => Promise<T>): Promise<T>;
}

/** Whose reports are made. */
export interface ReportingTenant {
  organizationId: number;
  timeZone: string;
  departmentIds: number[];
  /** In turns of the first and the second department. */
  workerIds: number[];
}

/** Opens a database of its own. */
export async function openReportingDatabase(): Promise<ReportingDatabase> {
  const url = await freshDatabase();
  const service = await openService(url);
  const pool = new Pool({ connectionString: url, max: 4 });
  const { application } = service;
  return {
    url,
    pool,
    service,
    async tenant(timeZone) {
      const seeded = await seedOrganization(service, { timeZone, slotCapacity: 10_000 });
      const { organizationId } = seeded;
      const { id } = await application.createDepartment(organizationId, { name: "Other" });
      const departmentIds = [seeded.departmentId, id];
      const workerIds: number[] = [];
      for (const departmentId of [...departmentIds, ...departmentIds]) {
        workerIds.push((await application.createWorker(departmentId, { name: "W" })).id);
      }
      return { organizationId, timeZone, departmentIds, workerIds };
    },
    async report(tenant, read) {
      const reports = application.openReports(tenant);
      try {
        return await read(reports);
      } finally {
        await reports.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.end();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Local times of some days around one, more of them in the hours around its midnight and its changes of clocks. */
export function localTimes(day: string, count: number, random: () => number) {
  const midnight = Temporal.PlainDate.from(day).toPlainDateTime();
  return Array.from({ length: count }, () => {
    const spread = random() < 0.4 ? 4 * 3600 : 8 * 86_400;
    return midnight.add({ seconds: Math.floor((random() * 2 - 1) * spread) + 2 * 3600 });
  });
}
