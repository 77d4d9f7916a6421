import { useRead } from "../api/hooks.ts";
import { dateTimeText } from "../api/time.ts";
import type { Appointment, AuditEntry } from "../api/types.ts";
import { actionText, changeText } from "../ui/audit_words.ts";
import { Loaded, Skeleton } from "../ui/states.tsx";

/** The audited actions on an appointment, newest first. */
export function History({ appointment: { id, environment } }: { appointment: Appointment }) {
  const read = useRead("appointments.history", { id, environment }, { staleMs: 0 });
  return (
    <section className="panel-section">
      <h2>History</h2>
      <Loaded read={read} skeleton={<Skeleton rows={2} />}>
        {(entries: AuditEntry[]) =>
          entries.length === 0
            ? <p className="muted small">No entries.</p>
            : (
              <ol className="history">
                {entries.toReversed().map((entry) => (
                  <li key={entry.id}>
                    <span>{actionText(entry.action)}</span>
                    <span className="muted small">
                      {entry.actor.name}
                      {entry.actor.kind === "API_KEY" && " (API key)"} · {dateTimeText(entry.at)}
                    </span>
                    {entry.changes.length > 0 && (
                      <span className="muted small">
                        {entry.changes.map(changeText).join(", ")}
                      </span>
                    )}
                  </li>
                ))}
              </ol>
            )}
      </Loaded>
    </section>
  );
}
