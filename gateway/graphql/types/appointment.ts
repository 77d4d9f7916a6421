import { type ListedAppointment, textOfMetadata } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idOf, numberOf } from "../relay.ts";
import { pageOfOwner } from "../nested_pages.ts";
import {
  appointmentArgs,
  listRequestOf,
  ownedAppointmentArgs,
  ownedListRequestOf,
} from "./appointment_args.ts";
import { DepartmentType } from "./department.ts";
import { AppointmentStatusType, EnvironmentType } from "./enums.ts";
import { WorkerType } from "./worker.ts";

/** An appointment, archived or not. A field may resolve to its REST id. */
export const AppointmentType = builder.loadableNodeRef("Appointment", {
  id: { resolve: ({ id }: ListedAppointment) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("appointments", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

AppointmentType.implement({
  description: "An appointment of either environment, archived or not. " +
    "An erased appointment keeps its times, status and credits but no personal data.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id in the REST API." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "LIVE for real appointments, TEST for trials.",
    }),
    dateTime: t.expose("dateTime", {
      type: "LocalDateTime",
      description: "When the appointment takes place.",
    }),
    status: t.expose("status", {
      type: AppointmentStatusType,
      description: "The current status.",
    }),
    name: t.exposeString("name", {
      description: "The name of the person. `Erased` after the personal data was erased.",
    }),
    phone: t.exposeString("phone", {
      description: "The person's phone number. Empty if unknown or erased.",
    }),
    externalUserId: t.exposeString("externalUserId", {
      nullable: true,
      description:
        "The booking application's id of the person. Null if none was given or it was erased.",
    }),
    email: t.exposeString("email", {
      nullable: true,
      description: "The person's e-mail address. Null if unknown or erased.",
    }),
    locale: t.exposeString("locale", {
      nullable: true,
      description: "The person's language as a BCP 47 tag. Null if unknown or erased.",
    }),
    metadata: t.string({
      nullable: true,
      description: "A text that the booking application keeps with the appointment. Null if it " +
        "keeps none under this key, or it was erased.",
      args: { key: t.arg.string({ required: true, description: "The key of the text." }) },
      resolve: ({ metadata }, { key }) => textOfMetadata(metadata, key),
    }),
    cancelReason: t.exposeString("cancelReason", {
      nullable: true,
      description: "Why it was cancelled or archived. Null if nobody said so, or it was erased.",
    }),
    qrCode: t.exposeString("qrCode", {
      description: "The code that the person shows at check-in.",
    }),
    createdAt: t.expose("createdAt", {
      type: "DateTime",
      description: "When the appointment was created.",
    }),
    archivedAt: t.expose("archivedAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the appointment was archived, which freed its place. Null if it was not archived.",
    }),
    department: t.field({
      type: DepartmentType,
      description: "The department in which the appointment takes place.",
      resolve: ({ departmentId }) => departmentId,
    }),
    worker: t.field({
      type: WorkerType,
      nullable: true,
      description: "The worker who takes the appointment. Null if the booking named no worker.",
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
    description: "One appointment. Null if the organization has no appointment with this id.",
    args: {
      id: t.arg.id({ required: true, description: "The global id or the REST id." }),
    },
    resolve: (_, { id }) => idOf("Appointment", id),
  }),
  appointments: t.connection({
    type: AppointmentType,
    description: "The appointments of both environments, including archived ones, unless filtered.",
    args: appointmentArgs,
    resolve: (_, args, { reports }) => reports.page("appointments", listRequestOf(args)),
  }, AppointmentConnection),
}));

builder.objectField(DepartmentType, "appointments", (t) =>
  t.connection({
    type: AppointmentType,
    description:
      "The department's appointments of both environments, including archived ones, unless filtered.",
    args: ownedAppointmentArgs,
    resolve: ({ id }, args, { reports }) =>
      pageOfOwner(reports, "appointments", { by: "departmentId", id }, ownedListRequestOf(args)),
  }, AppointmentConnection));

builder.objectField(WorkerType, "appointments", (t) =>
  t.connection({
    type: AppointmentType,
    description:
      "The worker's appointments of both environments, including archived ones, unless " +
      "filtered.",
    args: ownedAppointmentArgs,
    resolve: ({ id }, args, { reports }) =>
      pageOfOwner(reports, "appointments", { by: "workerId", id }, ownedListRequestOf(args)),
  }, AppointmentConnection));
