import type { ApiKey } from "../access/api_key.ts";
import type { AppointmentStatus, ReadAppointment } from "../booking/appointment.ts";
import type { CreditEntry, CreditEntryKind } from "../credits/credit_entry.ts";
import type { Department } from "../departments/department.ts";
import type { Environment } from "../environment.ts";
import type { Worker } from "../departments/worker.ts";
import type { UsageEntry } from "../usage/usage_entry.ts";
import type { LoggedAttempt } from "../webhooks/delivery_log.ts";
import type { AttemptStatus } from "../webhooks/delivery_queue.ts";
import type { Webhook } from "../webhooks/webhook.ts";

/** A worker as reports show one. */
export type ListedWorker = Pick<Worker, "id" | "departmentId" | "name" | "isActive" | "createdAt">;

/** An appointment as reports show it, archived or not, of either environment. */
export type ListedAppointment = Omit<ReadAppointment, "departmentName" | "workerName">;

/** A line of the ledger of either environment. */
export type ListedCreditEntry = Omit<CreditEntry, "organizationId">;

/** A key of the public API, revoked or not, with nothing that could be called with. */
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
>;

/** A webhook without its secrets; a deleted one is found by its id and by its deliveries, never listed. */
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

/** An attempt to deliver an event, and the appointment that the event tells of. */
export interface ListedDelivery extends LoggedAttempt {
  environment: Environment;
  appointmentId: number | null;
}

/** A call of the public API. */
export interface ListedCall extends Omit<UsageEntry, "organizationId"> {
  id: number;
}

/** From `from`, inclusive, to `to`, exclusive. */
interface Between {
  from: Temporal.Instant;
  to: Temporal.Instant;
}

/**
 * What can be listed of an organization: what a list is of, by what it can be narrowed, and of whom it can be
 * read besides, by the field that names them.
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
      /** Those of any of these; none of an empty list. */
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
      /** As on the wire: `appointment.created`. */
      eventType: string;
    };
    owner: "webhookId";
  };
  usageLogs: {
    item: ListedCall;
    filter: Between & {
      environment: Environment;
      apiKeyId: number;
      /** A route template or a path, as the log of the staff API takes it. */
      endpoint: string;
      statusCode: number;
    };
    owner: never;
  };
}

/** The name of a list. */
export type ListName = keyof Lists;

/** What a list is of. */
export type Listed<L extends ListName> = Lists[L]["item"];

/** By what a list is narrowed; null and what is left out do not narrow it. */
export type ListFilter<L extends ListName> = {
  [Name in keyof Lists[L]["filter"]]?: Lists[L]["filter"][Name] | null | undefined;
};

/** Whose items are meant, by the field that names them. */
export interface Owners<L extends ListName> {
  by: Lists[L]["owner"];
  ids: readonly number[];
}
