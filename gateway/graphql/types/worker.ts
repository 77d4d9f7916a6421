import type { ListedWorker } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn, numberOf } from "../relay.ts";
import { pageOfOwner } from "../nested_pages.ts";
import { DepartmentType } from "./department.ts";

/** A worker, active or not. A field may resolve to its REST id. */
export const WorkerType = builder.loadableNodeRef("Worker", {
  id: { resolve: ({ id }: ListedWorker) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("workers", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

WorkerType.implement({
  description: "A staff member or professional of one department who takes appointments.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id in the REST API." }),
    name: t.exposeString("name", { description: "The worker's name." }),
    isActive: t.exposeBoolean("isActive", { description: "Whether the worker takes bookings." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "The time of creation." }),
    department: t.field({
      type: DepartmentType,
      description: "The worker's department.",
      resolve: ({ departmentId }) => departmentId,
    }),
  }),
});

const WorkerConnection = builder.connectionObject({ type: WorkerType, name: "WorkerConnection" });

const isActiveOf = {
  description: "True returns only workers who take bookings, false only the others.",
};

const DepartmentWorkerFilter = builder.inputType("DepartmentWorkerFilter", {
  description: "Filters the workers of a department. Null or omitted fields do not filter.",
  fields: (t) => ({ isActive: t.boolean(isActiveOf) }),
});

const WorkerFilter = builder.inputType("WorkerFilter", {
  description: "Filters the workers. Null or omitted fields do not filter.",
  fields: (t) => ({
    departmentId: t.id({
      description: "Returns only items of this department. Takes the global id or the REST id.",
    }),
    isActive: t.boolean(isActiveOf),
  }),
});

builder.queryField("workers", (t) =>
  t.connection({
    type: WorkerType,
    description: "The workers of all departments, ordered by REST id. The oldest comes first.",
    args: { filter: t.arg({ type: WorkerFilter, description: "The filter. The default is all." }) },
    resolve: (_, { filter, ...page }, { reports }) =>
      reports.page("workers", {
        ...page,
        filter: { ...filter, departmentId: idIn("Department", filter?.departmentId) },
      }),
  }, WorkerConnection));

builder.objectField(DepartmentType, "workers", (t) =>
  t.connection({
    type: WorkerType,
    description: "The department's workers, ordered by REST id. The oldest comes first.",
    args: {
      filter: t.arg({
        type: DepartmentWorkerFilter,
        description: "The filter. The default is all.",
      }),
    },
    resolve: ({ id }, args, { reports }) =>
      pageOfOwner(reports, "workers", { by: "departmentId", id }, args),
  }, WorkerConnection));
