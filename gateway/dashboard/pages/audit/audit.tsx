import { useRead } from "../../api/hooks.ts";
import type { AuditEntry } from "../../api/types.ts";
import { EmptyState, EnvironmentBadge, Loaded } from "../../ui/states.tsx";
import { actionText, changeText } from "../../ui/audit_words.ts";
import { Page } from "../../ui/page.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { AuditFilters } from "./filters.tsx";
import { queryOf } from "./query.ts";

/** The audit log: each action with its actor and time. */
export function Audit() {
  const filters = useFilters();
  const read = useRead("audit.list", queryOf(filters.get), {
    keepsPrevious: true,
  });
  return (
    <Page title="Audit" lead="Every change: who made it, when, and from where">
      <AuditFilters filters={filters} />
      <Loaded read={read}>
        {(page) => (
          <>
            {page.items.length === 0 ? <EmptyState title="No entries match" /> : (
              <Table
                label="Audit"
                columns={columnsOf(filters.set)}
                rows={page.items}
                keyOf={({ id }) => id}
              />
            )}
            <Pager
              page={page}
              noun="entries"
              onPage={(next) => filters.set({ page: String(next || "") })}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A click on a subject or actor filters the list by it. */
function columnsOf(
  filter: (changes: Record<string, string>) => void,
): readonly Column<AuditEntry>[] {
  return [
    {
      label: "Action",
      cell: ({ action, subjectId, subjectName, environment }) => (
        <>
          <strong>{actionText(action)}</strong>{" "}
          <button
            type="button"
            className="narrowing"
            title="Show only this item"
            onClick={() =>
              filter({
                subject: action.split(".")[0]!,
                subjectId: String(subjectId),
                action: "",
              })}
          >
            {subjectName || `No. ${subjectId}`}
          </button>{" "}
          {environment === "TEST" && <EnvironmentBadge environment={environment} />}
        </>
      ),
    },
    {
      label: "Changes",
      isMinor: true,
      cell: ({ changes }) => (
        <span className="muted small">{changes.map(changeText).join(", ")}</span>
      ),
    },
    {
      label: "By",
      cell: ({ actor }) => (
        <>
          <button
            type="button"
            className="narrowing"
            title="Show only this person or key"
            onClick={() => filter({ actor: actor.kind, actorId: String(actor.id ?? "") })}
          >
            {actor.name}
          </button>
          <br />
          <span className="muted small">{actor.ipAddress ?? "Command line"}</span>
        </>
      ),
    },
    { label: "When", cell: ({ at }) => <Timestamp at={at} /> },
  ];
}
