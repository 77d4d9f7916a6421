import { useMemo } from "react";
import { type RecentChange, useRecentChanges } from "../../api/recent_changes.ts";
import { useSession } from "../../api/session.tsx";
import { t } from "./texts.ts";

/** The appointments that others have changed within the last minute. */
interface Marks {
  /** Says who has done what, by the id of the appointment: "Checked in by Annette". */
  byId: ReadonlyMap<number, string>;
  /** The ids of those that are not upcoming any more. They stay in the list, so that no row disappears unexplained. */
  endedIds: ReadonlySet<number>;
}

const verbs = [
  "created",
  "updated",
  "rescheduled",
  "cancelled",
  "completed",
  "missed",
  "reverted",
] as const;
const endings: ReadonlySet<string> = new Set(["cancelled", "completed", "missed"]);

/** Returns what others have just changed. The user's own changes have a toast and no mark. */
export function useMarks(): Marks {
  const changes = useRecentChanges();
  const { id } = useSession().user;
  return useMemo(() => {
    const byId = new Map<number, string>();
    const endedIds = new Set<number>();
    for (const { subjectId, action, actor } of changes.values()) {
      const verb = verbs.find((one) => action === `appointment.${one}`);
      if (!verb || actor.kind === "STAFF" && actor.id === id) continue;
      byId.set(subjectId, t(`marks.${verb}`, { name: nameOf(actor) }));
      if (endings.has(verb)) endedIds.add(subjectId);
    }
    return { byId, endedIds };
  }, [changes, id]);
}

function nameOf({ kind, name }: RecentChange["actor"]): string {
  return kind === "API_KEY" ? t("apiKey", { name }) : name;
}
