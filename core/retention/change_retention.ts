import { z } from "zod";
import type { Caller, StaffCaller } from "../access/caller.ts";
import type { Organization, Organizations } from "../access/organization.ts";
import { organizationNotFound, requireOrganization } from "../access/organizations.ts";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { parseInput, wholeNumberField } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import type { Clock } from "../platform.ts";
import { requireVersion, versionField } from "../version.ts";
import { limitsOf } from "./limits.ts";
import type {
  Retention,
  RetentionCounts,
  RetentionDays,
  RetentionPreview,
  RetentionRun,
} from "./retention.ts";

/** The rules of an organization, and its present or last run. */
export interface RetentionView extends RetentionDays {
  lastRun: RetentionRunView | null;
  version: number;
}

/** A run; times are local. */
export interface RetentionRunView extends RetentionCounts {
  startedAt: string;
  /** Null while it runs. */
  finishedAt: string | null;
}

/** The number of requests of a staff user that a preview counts as. */
export const weightOfPreview = 5;

type Ports = Clock & { organizations: Organizations; retention: Retention };

/** Returns how long the caller's organization keeps personal data. */
export async function getRetention(
  ports: Ports,
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<RetentionView> {
  const organization = await requireOrganization(ports, organizationId);
  return toView(organization, await ports.retention.lastRun(organizationId));
}

function daysField(what: string) {
  return wholeNumberField(1, 3650, `Days after which ${what}; null keeps it`).nullable();
}

const daysFields = {
  appointmentDays: daysField("an appointment loses its personal data"),
  eventDays: daysField("the body of an event loses its personal data"),
  usageDays: daysField("a call loses its address and program"),
  // A page of the version before does not send it.
  auditDays: daysField("an entry of the audit log loses names, addresses and texts").optional(),
};

/** Input of a preview: rules that need not be saved. */
export const previewRetentionInput = z.object(daysFields);

/** Counts what the next run would remove by given rules, up to 10,000 of each kind. Throws VALIDATION_ERROR. */
export async function previewRetention(
  { now, retention }: Ports,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<RetentionPreview> {
  const { auditDays = null, ...others } = parseInput(previewRetentionInput, input);
  const days = { ...others, auditDays };
  return await retention.preview(organizationId, limitsOf(days, { timeZone, now: now() }));
}

/** Input of the rules: all of them. Without `auditDays`, that rule stays. */
export const setRetentionInput = previewRetentionInput.extend({ version: versionField });

/**
 * Sets how long the caller's organization keeps personal data. The next run applies it. Throws VALIDATION_ERROR, or
 * CONFLICT if `version` is not the present one.
 */
export async function setRetention(
  ports: Ports,
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<RetentionView> {
  const { version, auditDays, ...days } = parseInput(setRetentionInput, input);
  const at = ports.now();
  const run = await ports.retention.lastRun(organizationId);
  const fields = ["appointmentDays", "eventDays", "usageDays", "auditDays"] as const;
  const organization = await ports.organizations.change(organizationId, (found) => {
    requireVersion(found, version);
    Object.assign(found, days);
    if (auditDays !== undefined) found.auditDays = auditDays;
  }, (changed, before) => {
    const changes = changesBetween(before, changed, { fields });
    const by = answering(actor, toView(changed, run));
    const action = { actor: by, action: "organization.updated", changes, at } as const;
    return ifChanged(recordOf({ ...changed, organizationId }, action));
  });
  if (!organization) throw organizationNotFound();
  return toView(organization, run);
}

function toView(
  { timeZone, appointmentDays, eventDays, usageDays, auditDays, version }: Organization,
  run: RetentionRun | undefined,
): RetentionView {
  const lastRun = run ? toRunView(run, timeZone) : null;
  return { appointmentDays, eventDays, usageDays, auditDays, lastRun, version };
}

function toRunView(
  { startedAt, finishedAt, ...counts }: RetentionRun,
  timeZone: string,
): RetentionRunView {
  return {
    startedAt: formatInstant(startedAt, timeZone),
    finishedAt: finishedAt && formatInstant(finishedAt, timeZone),
    ...counts,
  };
}
