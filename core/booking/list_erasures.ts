import { z } from "zod";
import type { Organizations } from "../access/organization.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { Environment } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { inSchema, parseInput } from "../input.ts";
import { formatUtc } from "../local_date_time.ts";
import { maxCounted } from "../page.ts";
import { say } from "../messages.ts";

/** An appointment whose personal data was erased. It says nothing about the person. */
export interface Erasure {
  organizationId: number;
  environment: Environment;
  appointmentId: number;
  /** The instant of the erasure. */
  at: string;
}

const noInstant = inSchema("mustBe", { what: "an instant such as 2026-11-01T00:00:00Z" });

/** Input of the list: its first instant. */
const listErasuresInput = z.object({
  since: z.string({ error: noInstant })
    .transform((text, context) => {
      try {
        return Temporal.Instant.from(text);
      } catch {
        context.addIssue({ code: "custom", message: noInstant });
        return z.NEVER;
      }
    }),
});

/**
 * Lists the erasures of all organizations since an instant, from the audit log, so that they can be repeated in a
 * restored database. Throws VALIDATION_ERROR, or CONFLICT if an organization has more than `maxCounted` of them.
 */
export async function listErasures(
  { auditLog, organizations }: { auditLog: AuditLog; organizations: Organizations },
  input: unknown,
): Promise<Erasure[]> {
  const { since } = parseInput(listErasuresInput, input);
  const erasures: Erasure[] = [];
  for (const { id: organizationId } of await organizations.list()) {
    for (let page = 0, isLast = false; !isLast; page += 1) {
      const { items, totalElements } = await auditLog.page(organizationId, {
        ...everything,
        from: since,
        page,
      });
      if (totalElements >= maxCounted) throw tooMany(organizationId);
      for (const { environment, subjectId: appointmentId, at } of items) {
        if (environment === null) continue;
        erasures.push({ organizationId, environment, appointmentId, at: formatUtc(at) });
      }
      isLast = items.length < everything.size;
    }
  }
  return erasures;
}

const everything = {
  subjectKind: null,
  subjectId: null,
  action: "appointment.erased",
  actorKind: null,
  actorId: null,
  environment: null,
  to: null,
  size: 100,
} as const;

function tooMany(organizationId: number): DomainError {
  return new DomainError(
    "CONFLICT",
    say("tooManyErasures", { organization: organizationId, max: maxCounted }),
  );
}
