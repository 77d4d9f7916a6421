import type { ListedVisit } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn, numberOf } from "../relay.ts";
import { AppointmentType } from "./appointment.ts";
import { daysArgs } from "./days.ts";
import { DepartmentType } from "./department.ts";
import { DirectionType, EnvironmentType, VisitOutcomeType, VisitStateType } from "./enums.ts";
import { WorkerType } from "./worker.ts";

const VisitType = builder.loadableNodeRef("Visit", {
  id: { resolve: ({ id }: ListedVisit) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("visits", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

VisitType.implement({
  description:
    "A person in the office, who waits, is called and is served. It has no name: the appointment has it. " +
    "A transfer during the service ends one visit and begins the next one, with the same number.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id outside GraphQL." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "The environment of the visit.",
    }),
    date: t.expose("date", {
      type: "Date",
      description:
        "The day of the visit. After midnight it is the day before, if the department is open through it.",
    }),
    number: t.exposeInt("number", { description: "The number on the ticket, from 1 each day." }),
    part: t.exposeInt("part", {
      description: "From 1. More after a transfer during the service.",
    }),
    state: t.expose("state", { type: VisitStateType, description: "The current state." }),
    outcome: t.expose("outcome", {
      type: VisitOutcomeType,
      nullable: true,
      description: "How the visit ended. Null while it lasts.",
    }),
    desk: t.exposeString("desk", {
      nullable: true,
      description: "The counter that called last. Null before the first call.",
    }),
    calls: t.exposeInt("calls", { description: "The number of calls." }),
    dueAt: t.expose("dueAt", {
      type: "DateTime",
      nullable: true,
      description: "The time of the appointment at the arrival. Null without an appointment.",
    }),
    arrivedAt: t.expose("arrivedAt", { type: "DateTime", description: "When the person came." }),
    calledAt: t.expose("calledAt", {
      type: "DateTime",
      nullable: true,
      description: "The first call. Null before it.",
    }),
    startedAt: t.expose("startedAt", {
      type: "DateTime",
      nullable: true,
      description: "The start of the service. Null before it.",
    }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "The end of the visit. Null while it lasts.",
    }),
    estimatedMinutes: t.exposeInt("estimatedMinutes", {
      nullable: true,
      description: "The estimated time of waiting on the ticket. Null if it was not known.",
    }),
    waitingSeconds: t.int({
      nullable: true,
      description: "From the arrival to the first call. Null before it.",
      resolve: ({ arrivedAt, calledAt }) => calledAt && wholeSeconds(arrivedAt, calledAt),
    }),
    handlingSeconds: t.int({
      nullable: true,
      description: "From the start of the service to its end. Null unless the outcome is SERVED.",
      resolve: ({ outcome, startedAt, endedAt }) =>
        outcome === "SERVED" ? wholeSeconds(startedAt!, endedAt!) : null,
    }),
    department: t.field({
      type: DepartmentType,
      description: "The department of the visit.",
      resolve: ({ departmentId }) => departmentId,
    }),
    worker: t.field({
      type: WorkerType,
      nullable: true,
      description: "The worker who called last. Null if none was named.",
      resolve: ({ workerId }) => workerId,
    }),
    appointment: t.field({
      type: AppointmentType,
      nullable: true,
      description: "The appointment of the person. Null without one.",
      resolve: ({ appointmentId }) => appointmentId,
    }),
  }),
});

/** Rounds as visitReport does. */
function wholeSeconds(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.round((to.epochMilliseconds - from.epochMilliseconds) / 1000);
}

const VisitFilter = builder.inputType("VisitFilter", {
  description: "Filters the visits. Null or omitted fields do not filter.",
  fields: (t) => ({
    environment: t.field({
      type: EnvironmentType,
      description: "Returns only items of this environment.",
    }),
    departmentId: t.id({
      description: "Returns only items of this department. Takes the global id or the REST id.",
    }),
    workerId: t.id({
      description:
        "Returns only visits that this worker called last. Takes the global id or the REST id.",
    }),
    state: t.field({
      type: [VisitStateType],
      description: "Returns only visits with one of these states. An empty list returns none.",
    }),
  }),
});

builder.queryField("visits", (t) =>
  t.connection({
    type: VisitType,
    description:
      "The visits of both environments, also those with the outcome CANCELLED, which visitReport does not count. " +
      "By day, then by number. The latest comes first, unless `direction` is ASC.",
    args: {
      ...daysArgs("visits"),
      filter: t.arg({ type: VisitFilter, description: "The filter. The default is all." }),
      direction: t.arg({
        type: DirectionType,
        required: true,
        defaultValue: "DESC",
        description: "The direction.",
      }),
    },
    resolve: (_, { filter, direction, ...page }, { reports }) =>
      reports.page("visits", {
        ...page,
        orderBy: { by: "NUMBER", direction },
        filter: {
          ...filter,
          departmentId: idIn("Department", filter?.departmentId),
          workerId: idIn("Worker", filter?.workerId),
        },
      }),
  }, builder.connectionObject({ type: VisitType, name: "VisitConnection" })));
