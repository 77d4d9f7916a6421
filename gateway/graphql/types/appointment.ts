import type { ListedAppointment } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idOf, numberOf } from "../relay.ts";
import { pageOfOwner } from "../nested_pages.ts";
import {
  appointmentArgs,
  askedOf,
  askedOfOwned,
  ownedAppointmentArgs,
} from "./appointment_args.ts";
import { DepartmentType } from "./department.ts";
import { AppointmentStatusType, EnvironmentType } from "./enums.ts";
import { WorkerType } from "./worker.ts";

/** An appointment, archived or not; a field may resolve to its REST id. */
export const AppointmentType = builder.loadableNodeRef("Appointment", {
  id: { resolve: ({ id }: ListedAppointment) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("appointments", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

AppointmentType.implement({
  description: "An appointment of either environment, archived or not. " +
    "One that was erased keeps its times, its status and its credits, not whose it was.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id in the REST API." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "Whether it is meant or tried out.",
    }),
    dateTime: t.expose("dateTime", { type: "LocalDateTime", description: "When it takes place." }),
    status: t.expose("status", {
      type: AppointmentStatusType,
      description: "What has become of it.",
    }),
    name: t.exposeString("name", {
      description: "Whom it is for; `Erased` once it has been erased.",
    }),
    phone: t.exposeString("phone", {
      description: "The person's phone number; empty if unknown or erased.",
    }),
    externalUserId: t.exposeString("externalUserId", {
      nullable: true,
      description: "The booking application's id of the person; null if none was given, or erased.",
    }),
    qrCode: t.exposeString("qrCode", { description: "What is shown to check in." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was booked." }),
    archivedAt: t.expose("archivedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was archived, which freed its place; null if it was not.",
    }),
    department: t.field({
      type: DepartmentType,
      description: "Where it takes place.",
      resolve: ({ departmentId }) => departmentId,
    }),
    worker: t.field({
      type: WorkerType,
      nullable: true,
      description: "Who takes it; null if nobody was named.",
      resolve: ({ workerId }) => workerId,
    }),
  }),
});

const AppointmentConnection = builder.connectionObject({
  type: AppointmentType,
  name: "AppointmentConnection",
});

builder.queryFields((t) => ({
  appointment: t.field({
    type: AppointmentType,
    nullable: true,
    description: "One appointment; null if the organization has none of this id.",
    args: {
      id: t.arg.id({ required: true, description: "Its id, or its id in the REST API." }),
    },
    resolve: (_, { id }) => idOf("Appointment", id),
  }),
  appointments: t.connection({
    type: AppointmentType,
    description: "The appointments of both environments, archived ones too, unless filtered.",
    args: appointmentArgs,
    resolve: (_, args, { reports }) => reports.page("appointments", askedOf(args)),
  }, AppointmentConnection),
}));

builder.objectField(DepartmentType, "appointments", (t) =>
  t.connection({
    type: AppointmentType,
    description: "Its appointments of both environments, archived ones too, unless filtered.",
    args: ownedAppointmentArgs,
    resolve: ({ id }, args, { reports }) =>
      pageOfOwner(reports, "appointments", { by: "departmentId", id }, askedOfOwned(args)),
  }, AppointmentConnection));

builder.objectField(WorkerType, "appointments", (t) =>
  t.connection({
    type: AppointmentType,
    description: "The worker's appointments of both environments, archived ones too, unless " +
      "filtered.",
    args: ownedAppointmentArgs,
    resolve: ({ id }, args, { reports }) =>
      pageOfOwner(reports, "appointments", { by: "workerId", id }, askedOfOwned(args)),
  }, AppointmentConnection));
