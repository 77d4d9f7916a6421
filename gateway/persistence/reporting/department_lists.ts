import type { ListedApiKey, ListedWorker } from "../../../core/ports.ts";
import {
  departmentColumns,
  departmentFromRow,
  type DepartmentRow,
} from "../departments/department_row.ts";
import type { RowOf } from "../mapping/columns.ts";
import * as tables from "../mapping/tables.ts";
import { byId, conditionsBy, given, type ListSource } from "./list_source.ts";

/** Active and inactive departments. */
export const departments: ListSource<"departments", DepartmentRow> = {
  table: "departments",
  columns: departmentColumns,
  orders: byId,
  owners: {},
  conditions: ({ filter: { isActive } }, { valueOf }) => ({
    where: conditionsBy(valueOf).is("is_active", "boolean", isActive),
  }),
  item: departmentFromRow,
};

const listedWorker = tables.workers.only("id", "departmentId", "name", "isActive", "createdAt");

/** Active and inactive workers. */
export const workers: ListSource<"workers", RowOf<ListedWorker>> = {
  table: "workers",
  columns: listedWorker.select("a"),
  orders: byId,
  owners: { departmentId: "department_id" },
  conditions({ filter: { departmentId, isActive } }, { valueOf }) {
    const { is } = conditionsBy(valueOf);
    return {
      where: [
        ...is("department_id", "bigint", departmentId),
        ...is("is_active", "boolean", isActive),
      ],
    };
  },
  item: (row) => listedWorker.fromRow(row),
};

const listedKey = tables.apiKeys.only(
  "id",
  "name",
  "maskedKey",
  "environment",
  "scopes",
  "rateLimitPerHour",
  "createdAt",
  "lastUsedAt",
  "revokedAt",
  "expiresAt",
);

/** API keys, also revoked ones. Their hashes are not read. */
export const apiKeys: ListSource<"apiKeys", RowOf<ListedApiKey>> = {
  table: "api_keys",
  columns: listedKey.select("a"),
  orders: byId,
  owners: {},
  conditions: ({ filter: { environment, isActive } }, { valueOf }) => ({
    where: [
      ...conditionsBy(valueOf).is("environment", "text", environment),
      ...given(isActive, (isActive) => `a.revoked_at is ${isActive ? "" : "not "}null`),
    ],
  }),
  item: (row) => listedKey.fromRow(row),
};
