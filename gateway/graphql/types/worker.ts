import type { ListedWorker } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn, numberOf } from "../relay.ts";
import { pageOfOwner } from "../nested_pages.ts";
import { DepartmentType } from "./department.ts";

/** A worker, active or not; a field may resolve to its REST id. */
export const WorkerType = builder.loadableNodeRef("Worker", {
  id: { resolve: ({ id }: ListedWorker) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("workers", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

WorkerType.implement({
  description: "A staff member or professional of one department, who takes appointments.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id in the REST API." }),
    name: t.exposeString("name", { description: "What the worker is called." }),
    isActive: t.exposeBoolean("isActive", { description: "Whether the worker takes bookings." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    department: t.field({
      type: DepartmentType,
      description: "Where the worker belongs.",
      resolve: ({ departmentId }) => departmentId,
    }),
  }),
});

const WorkerConnection = builder.connectionObject({ type: WorkerType, name: "WorkerConnection" });

const isActiveOf = {
  description: "Only those who take bookings, or only the others.",
};

const DepartmentWorkerFilter = builder.inputType("DepartmentWorkerFilter", {
  description: "Which workers of a department are listed; null does not narrow the list.",
  fields: (t) => ({ isActive: t.boolean(isActiveOf) }),
});

const WorkerFilter = builder.inputType("WorkerFilter", {
  description: "Which workers are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    departmentId: t.id({ description: "Only this department's, by its id or its REST id." }),
    isActive: t.boolean(isActiveOf),
  }),
});

builder.queryField("workers", (t) =>
  t.connection({
    type: WorkerType,
    description: "The workers of all departments, by their ids in the REST API, the oldest first.",
    args: { filter: t.arg({ type: WorkerFilter, description: "Which of them; all if left out." }) },
    resolve: (_, { filter, ...page }, { reports }) =>
      reports.page("workers", {
        ...page,
        filter: { ...filter, departmentId: idIn("Department", filter?.departmentId) },
      }),
  }, WorkerConnection));

builder.objectField(DepartmentType, "workers", (t) =>
  t.connection({
    type: WorkerType,
    description: "Its workers, by their ids in the REST API, the oldest first.",
    args: {
      filter: t.arg({
        type: DepartmentWorkerFilter,
        description: "Which of them; all if left out.",
      }),
    },
    resolve: ({ id }, asked, { reports }) =>
      pageOfOwner(reports, "workers", { by: "departmentId", id }, asked),
  }, WorkerConnection));
