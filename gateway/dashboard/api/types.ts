import type {
  AnyMutationProcedure,
  AnyQueryProcedure,
  inferRouterInputs,
  inferRouterOutputs,
} from "@trpc/server";
import type { AppRouter } from "../../trpc/mod.ts";

type Procedures = AppRouter["_def"]["record"];
type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

type PathsOf<Kind> = {
  [R in keyof Procedures & string]: {
    [P in keyof Procedures[R] & string]: Procedures[R][P] extends Kind ? `${R}.${P}` : never;
  }[keyof Procedures[R] & string];
}[keyof Procedures & string];

type At<Tree, Path> = Path extends `${infer R}.${infer P}`
  ? R extends keyof Tree ? P extends keyof Tree[R] ? Tree[R][P] : never : never
  : never;

/** The path of a query, such as `appointments.list`. */
export type QueryPath = PathsOf<AnyQueryProcedure>;
/** The path of a mutation, such as `appointments.cancel`. */
export type MutationPath = PathsOf<AnyMutationProcedure>;
export type Input<P extends QueryPath | MutationPath> = At<Inputs, P>;
export type Output<P extends QueryPath | MutationPath> = At<Outputs, P>;

// The types of the pages come from the procedures, so that they cannot drift.
export type Session = Output<"session.current">;
export type OwnSession = Output<"session.list">[number];
export type Factor = Output<"factors.list">["factors"][number];
export type Role = Session["user"]["role"];
/** A use case of the service, as the table of permissions names it. */
export type UseCase = Session["permissions"][number];
export type DeskDay = Output<"desk.day">;
export type DeskDepartment = DeskDay["departments"][number];
export type Calendar = Output<"desk.calendar">;
export type CalendarDepartment = Calendar["departments"][number];
export type CalendarSlot = NonNullable<CalendarDepartment["days"][number]["slots"]>[number];
export type CalendarWorker = Calendar["workers"][number];
export type DayView = Output<"departments.day">;
export type DaySlot = DayView["slots"][number];
export type Appointment = Output<"appointments.list">["items"][number];
export type AppointmentStatus = Appointment["status"];
export type QueueView = Output<"visits.queue">;
export type QueueDepartment = QueueView["departments"][number];
export type Visit = QueueView["waiting"][number];
export type Report = Output<"reports.catalogue">[number];
export type VisitOverview = Output<"reports.visits">;
export type VisitFigures = VisitOverview["totals"];
export type Environment = Appointment["environment"];
export type Department = Output<"departments.list">["items"][number];
export type Worker = Output<"workers.list">[number];
export type ApiKey = Output<"apiKeys.list">[number];
export type Webhook = Output<"webhooks.list">[number];
export type WebhookEvent = Output<"webhooks.events">["items"][number];
export type AuditEntry = Output<"audit.list">["items"][number];
export type StaffUser = Output<"staff.list">[number];
export type ReportingToken = Output<"reportingTokens.list">[number];
export type Screen = Output<"screens.list">[number];
export type CreatedScreen = Output<"screens.create">;
