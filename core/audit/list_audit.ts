import { environments } from "../environment.ts";
import { type Page, pageOf } from "../page.ts";
import { auditActions, subjectKindOf } from "./audit_record.ts";
import { z } from "zod";
import { idField, inSchema, parseInput, queriedBound, wholeNumberField } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { endOf, startOf } from "../calendar.ts";
import type { AuditEntry, AuditLog } from "./audit_log.ts";

/** An audit entry as staff see it; `at` is local to the organization. */
export interface AuditEntryView extends Omit<AuditEntry, "at"> {
  at: string;
}

const subjectKinds = [...new Set(auditActions.map(subjectKindOf))];

/** Filters and page of the audit log. */
export const listAuditInput = z.object({
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0").default(0),
  size: wholeNumberField(1, Infinity, "Page size; a value above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(50),
  subjectKind: z
    .enum(subjectKinds, {
      error: inSchema("mustBe", { what: `one of ${subjectKinds.join(", ")}` }),
    })
    .optional(),
  subjectId: idField("Only actions on the subject with this id").optional(),
  action: z.enum(auditActions, {
    error: inSchema("mustBe", { what: "an action such as appointment.created" }),
  })
    .optional(),
  actorKind: z
    .enum(["STAFF", "API_KEY", "OPERATOR", "SCREEN", "PERSON"], {
      error: inSchema("mustBe", { what: "STAFF, API_KEY, OPERATOR, SCREEN or PERSON" }),
    })
    .optional(),
  actorId: idField("Only actions of the staff user, key or screen with this id; needs actorKind")
    .optional(),
  environment: z.enum(environments, { error: inSchema("mustBe", { what: "LIVE or TEST" }) })
    .optional(),
  startDate: queriedBound("00:00:00").optional(),
  endDate: queriedBound("23:59:59").optional(),
});

/**
 * Lists one page of the organization's audit log, newest first. Counts and pages go up to `maxCounted`. Throws
 * VALIDATION_ERROR or INVALID_DATE_FORMAT.
 */
export async function listAudit(
  { auditLog }: { auditLog: AuditLog },
  { organizationId, timeZone }: { organizationId: number; timeZone: string },
  input: unknown,
): Promise<Page<AuditEntryView>> {
  const { page, size, startDate, endDate, ...filter } = parseInput(listAuditInput, input);
  const { items, totalElements } = await auditLog.page(organizationId, {
    page,
    size,
    subjectKind: filter.subjectKind ?? null,
    subjectId: filter.subjectId ?? null,
    action: filter.action ?? null,
    actorKind: filter.actorKind ?? null,
    actorId: filter.actorId ?? null,
    environment: filter.environment ?? null,
    from: startDate ? startOf(startDate, timeZone) : null,
    to: endDate ? endOf(endDate, timeZone) : null,
  });
  const views = items.map((entry) => toAuditEntryView(entry, timeZone));
  return pageOf(views, { page, size }, totalElements);
}

/** Makes the view of an entry, with its time in the organization's zone. */
export function toAuditEntryView({ at, ...entry }: AuditEntry, timeZone: string): AuditEntryView {
  return { ...entry, at: formatInstant(at, timeZone) };
}
