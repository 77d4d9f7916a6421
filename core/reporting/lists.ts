import type { ApiKey } from "../access/api_key.ts";
import type { AppointmentStatus, ReadAppointment } from "../booking/appointment.ts";
import type { CreditEntry, CreditEntryKind } from "../credits/credit_entry.ts";
import type { Department } from "../departments/department.ts";
import type { Environment } from "../environment.ts";
import type { Worker } from "../departments/worker.ts";
import type { Visit, VisitState } from "../visits/visit.ts";
import type { UsageEntry } from "../usage/usage_entry.ts";
import type { LoggedAttempt } from "../webhooks/delivery_log.ts";
import type { AttemptStatus } from "../webhooks/delivery_queue.ts";
import type { Webhook } from "../webhooks/webhook.ts";

/** A worker in a list. */
export type ListedWorker = Pick<Worker, "id" | "departmentId" | "name" | "isActive" | "createdAt">;

/** An appointment in a list. Lists contain both environments and archived appointments. */
export type ListedAppointment = Omit<ReadAppointment, "departmentName" | "workerName" | "note">;

/** A credit entry in a list. Lists contain both environments. */
export type ListedCreditEntry = Omit<CreditEntry, "organizationId">;

/** An API key in a list, active or revoked, without its secret. */
export type ListedApiKey = Pick<
  ApiKey,
  | "id"
  | "name"
  | "maskedKey"
  | "environment"
  | "scopes"
  | "rateLimitPerHour"
  | "createdAt"
  | "lastUsedAt"
  | "revokedAt"
  | "expiresAt"
>;

/** A webhook without its secrets. A deleted webhook is not listed, but is found by id and from its deliveries. */
export type ListedWebhook = Pick<
  Webhook,
  | "id"
  | "url"
  | "events"
  | "isActive"
  | "includeTest"
  | "createdAt"
  | "lastTriggeredAt"
  | "consecutiveFailures"
  | "deletedAt"
>;

/** A visit in a list, without the note, the ticket and the priority, which say something about the person. */
export type ListedVisit = Pick<
  Visit,
  | "id"
  | "environment"
  | "departmentId"
  | "workerId"
  | "appointmentId"
  | "date"
  | "number"
  | "part"
  | "state"
  | "outcome"
  | "desk"
  | "calls"
  | "dueAt"
  | "arrivedAt"
  | "calledAt"
  | "startedAt"
  | "endedAt"
  | "estimatedMinutes"
>;

/** A delivery attempt, with the id of the event's appointment. */
export interface ListedDelivery extends LoggedAttempt {
  environment: Environment;
  appointmentId: number | null;
}

/** A usage entry in a list. */
export interface ListedCall extends Omit<UsageEntry, "organizationId"> {
  id: number;
}

/** A range of time. `from` is inclusive, `to` exclusive. */
interface Between {
  from: Temporal.Instant;
  to: Temporal.Instant;
}

/**
 * The lists of an organization: the type of the items, the filters, and the field of an owner. With an owner field, one
 * query reads the items of many owners, for example of many departments.
 */
export interface Lists {
  departments: { item: Department; filter: { isActive: boolean }; owner: never };
  workers: {
    item: ListedWorker;
    filter: { departmentId: number; isActive: boolean };
    owner: "departmentId";
  };
  appointments: {
    item: ListedAppointment;
    filter: {
      environment: Environment;
      departmentId: number;
      workerId: number;
      /** Any of these statuses. An empty list matches nothing. */
      status: readonly AppointmentStatus[];
      archived: boolean;
      /** Inclusive. */
      dateTimeFrom: Temporal.PlainDateTime;
      /** Exclusive. */
      dateTimeTo: Temporal.PlainDateTime;
      /** Inclusive. */
      createdFrom: Temporal.Instant;
      /** Exclusive. */
      createdTo: Temporal.Instant;
      externalUserId: string;
      qrCode: string;
    };
    owner: "departmentId" | "workerId";
  };
  visits: {
    item: ListedVisit;
    filter: {
      environment: Environment;
      departmentId: number;
      workerId: number;
      /** Any of these states. An empty list matches nothing. */
      state: readonly VisitState[];
      /** The first and the last day, both inclusive. */
      from: Temporal.PlainDate;
      to: Temporal.PlainDate;
    };
    owner: never;
  };
  creditEntries: {
    item: ListedCreditEntry;
    filter: Between & { environment: Environment; kind: CreditEntryKind };
    owner: never;
  };
  apiKeys: {
    item: ListedApiKey;
    filter: { environment: Environment; isActive: boolean };
    owner: never;
  };
  webhooks: { item: ListedWebhook; filter: { isActive: boolean }; owner: never };
  webhookDeliveries: {
    item: ListedDelivery;
    filter: Between & {
      environment: Environment;
      webhookId: number;
      status: AttemptStatus;
      /** The wire type, such as `appointment.created`. */
      eventType: string;
    };
    owner: "webhookId";
  };
  usageLogs: {
    item: ListedCall;
    filter: Between & {
      environment: Environment;
      apiKeyId: number;
      /** A route template or a path (core/usage/README.md 5). */
      endpoint: string;
      statusCode: number;
    };
    owner: never;
  };
}

/** The name of a list. */
export type ListName = keyof Lists;

/** The type of the items of a list. */
export type Listed<L extends ListName> = Lists[L]["item"];

/** The filters of a list. Null or absent turns a filter off. */
export type ListFilter<L extends ListName> = {
  [Name in keyof Lists[L]["filter"]]?: Lists[L]["filter"][Name] | null | undefined;
};

/** The owners whose items are read, and the field with their id. */
export interface Owners<L extends ListName> {
  by: Lists[L]["owner"];
  ids: readonly number[];
}
