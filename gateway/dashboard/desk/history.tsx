import { useRead } from "../api/hooks.ts";
import { dateTimeText } from "../api/time.ts";
import type { Appointment, AuditEntry } from "../api/types.ts";
import { changeText, deedOf } from "../ui/deeds.ts";
import { Loaded, Skeleton } from "../ui/states.tsx";

/** Who did what with an appointment, newest first. */
export function History({ appointment: { id, environment } }: { appointment: Appointment }) {
  const read = useRead("appointments.history", { id, environment }, { staleMs: 0 });
  return (
    <section className="panel-section">
      <h2>History</h2>
      <Loaded read={read} skeleton={<Skeleton rows={2} />}>
        {(entries: AuditEntry[]) =>
          entries.length === 0
            ? <p className="muted small">Nothing is recorded.</p>
            : (
              <ol className="history">
                {entries.toReversed().map((entry) => (
                  <li key={entry.id}>
                    <span>{deedOf(entry.action)}</span>
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
