import { z } from "zod";
import { formatInstant } from "../local_date_time.ts";
import { parseInput, wholeNumberField } from "../input.ts";
import { type AuditSubjectKind, subjectKindOf } from "./audit_record.ts";
import type { ChangeBatch, ChangeEntry, ChangeFeed, ChangeReader } from "./change_feed.ts";

/** A change as staff see it; `at` is local to the organization. */
export interface ChangeView extends Omit<ChangeEntry, "at"> {
  at: string;
}

/** The next part of the changes that a staff user may see. */
export interface ChangeViews extends Omit<ChangeBatch, "changes"> {
  changes: ChangeView[];
  /** Whether the batch changes a staff user or closes the organization, so that the caller's own session may have ended. */
  concernsStaff: boolean;
}

/** The changes of an organization, as one staff user follows them. */
export interface FollowedChanges {
  /** Waits for the next part. Returns undefined after `close`, or if the feed has ended. */
  next(): Promise<ChangeViews | undefined>;
  close(): void;
}

/** Input of `followChanges`: the position of the last event that the reader has. */
const followChangesInput = z.object({
  after: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Position of the last event").nullable()
    .default(null),
});

/** The kinds of subjects that everyone at the desk sees. ADMIN and OWNER see all kinds. */
const kindsOfDesk: ReadonlySet<AuditSubjectKind> = new Set<AuditSubjectKind>([
  "appointment",
  "visit",
  "department",
  "worker",
  "credits",
  "organization",
]);

/** Follows what changes in the caller's organization, in both environments. Throws VALIDATION_ERROR. */
export async function followChanges(
  { changeFeed }: { changeFeed: ChangeFeed },
  { organizationId, role, timeZone }: {
    organizationId: number;
    role: string;
    timeZone: string;
  },
  input: unknown,
): Promise<FollowedChanges> {
  const { after } = parseInput(followChangesInput, input);
  const reader: ChangeReader = await changeFeed.follow(organizationId, after);
  const seesAll = role === "ADMIN" || role === "OWNER";
  const isVisible = ({ action }: ChangeEntry) => seesAll || kindsOfDesk.has(subjectKindOf(action));
  return {
    async next() {
      const batch = await reader.next();
      if (!batch) return undefined;
      const { changes, isIncomplete, position } = batch;
      return {
        changes: changes.filter(isVisible).map((one) => toChangeView(one, timeZone)),
        isIncomplete,
        position,
        concernsStaff: isIncomplete ||
          changes.some(({ action }) =>
            subjectKindOf(action) === "staff" || action === "organization.closed"
          ),
      };
    },
    close: () => reader.close(),
  };
}

function toChangeView({ at, ...change }: ChangeEntry, timeZone: string): ChangeView {
  return { ...change, at: formatInstant(at, timeZone) };
}
