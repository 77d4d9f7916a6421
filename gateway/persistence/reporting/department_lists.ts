import type { ListedApiKey, ListedWorker } from "../../../core/ports.ts";
import {
  departmentColumns,
  departmentFromRow,
  type DepartmentRow,
} from "../departments/department_row.ts";
import { instantFromDatabase, instantOrNull } from "../mapping/temporal_types.ts";
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

type WorkerRow = Omit<ListedWorker, "createdAt"> & { createdAt: string };

/** Active and inactive workers. */
export const workers: ListSource<"workers", WorkerRow> = {
  table: "workers",
  columns: `a.id, a.department_id as "departmentId", a.name, a.is_active as "isActive",
    a.created_at as "createdAt"`,
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
  item: ({ id, departmentId, name, isActive, createdAt }) => ({
    id,
    departmentId,
    name,
    isActive,
    createdAt: instantFromDatabase(createdAt),
  }),
};

type ApiKeyRow =
  & Omit<ListedApiKey, "createdAt" | "lastUsedAt" | "revokedAt">
  & { createdAt: string; lastUsedAt: string | null; revokedAt: string | null };

/** API keys, also revoked ones. Their hashes are not read. */
export const apiKeys: ListSource<"apiKeys", ApiKeyRow> = {
  table: "api_keys",
  columns: `a.id, a.name, a.masked_key as "maskedKey", a.environment, a.scopes,
    a.rate_limit_per_hour as "rateLimitPerHour", a.created_at as "createdAt",
    a.last_used_at as "lastUsedAt", a.revoked_at as "revokedAt"`,
  orders: byId,
  owners: {},
  conditions: ({ filter: { environment, isActive } }, { valueOf }) => ({
    where: [
      ...conditionsBy(valueOf).is("environment", "text", environment),
      ...given(isActive, (isActive) => `a.revoked_at is ${isActive ? "" : "not "}null`),
    ],
  }),
  item: ({ id, name, maskedKey, environment, scopes, rateLimitPerHour, ...at }) => ({
    id,
    name,
    maskedKey,
    environment,
    scopes,
    rateLimitPerHour,
    createdAt: instantFromDatabase(at.createdAt),
    lastUsedAt: instantOrNull(at.lastUsedAt),
    revokedAt: instantOrNull(at.revokedAt),
  }),
};
