import { dateTimeText } from "../api/time.ts";
import type { AuditEntry } from "../api/types.ts";
import { texts } from "../messages/texts.ts";
import { actionText, changeText } from "../ui/audit_words.ts";

const t = texts("desk");

/** The audited actions on an appointment, newest first. */
export function History({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p className="muted small">{t("panel.noEntries")}</p>;
  return (
    <ol className="history">
      {entries.toReversed().map((entry) => (
        <li key={entry.id}>
          <span>{actionText(entry.action)}</span>
          <span className="muted small">
            {entry.actor.kind === "API_KEY"
              ? t("panel.apiKey", { name: entry.actor.name })
              : entry.actor.name} · {dateTimeText(entry.at)}
          </span>
          {entry.changes.length > 0 && (
            <span className="muted small">{entry.changes.map(changeText).join(", ")}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
