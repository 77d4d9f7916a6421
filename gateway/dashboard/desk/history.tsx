import { dateTimeText } from "../api/time.ts";
import type { AuditEntry } from "../api/types.ts";
import { actionText, actorText, changeText } from "../ui/audit_words.ts";
import { t } from "./panel_texts.ts";

/** The audited actions on an appointment, newest first. */
export function History({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p className="muted small">{t("noEntries")}</p>;
  return (
    <ol className="list">
      {entries.toReversed().map((entry) => (
        <li key={entry.id} className="lines">
          <span>{actionText(entry.action)}</span>
          <span className="muted small">
            <bdi>{actorText(entry.actor)}</bdi> · {dateTimeText(entry.at)}
          </span>
          {entry.changes.length > 0 && (
            <span className="muted small">
              {entry.changes.map((one) => changeText(one)).join(", ")}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
