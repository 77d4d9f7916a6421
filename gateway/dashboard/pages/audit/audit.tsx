import { useRead } from "../../api/hooks.ts";
import type { AuditEntry } from "../../api/types.ts";
import { EmptyState, EnvironmentBadge, Loaded } from "../../ui/states.tsx";
import { changeText, deedOf } from "../../ui/deeds.ts";
import { Moment } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Pager, Table } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { AuditFilters } from "./filters.tsx";
import { queryOf } from "./query.ts";

/** Who did what, when, and from where. */
export function Audit() {
  const filters = useFilters();
  const read = useRead("audit.list", queryOf(filters.get), {
    keepsPrevious: true,
    pollMs: 30_000,
  });
  return (
    <Page title="Audit" lead="Everything that was done, by whom and from where">
      <AuditFilters filters={filters} />
      <Loaded read={read}>
        {(page) => (
          <>
            {page.items.length === 0 ? <EmptyState title="Nothing was done that matches" /> : (
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

/** The names narrow the list down to what they name. */
function columnsOf(
  narrow: (changes: Record<string, string>) => void,
): readonly Column<AuditEntry>[] {
  return [
    {
      label: "What",
      cell: ({ action, subjectId, subjectName, environment }) => (
        <>
          <strong>{deedOf(action)}</strong>{" "}
          <button
            type="button"
            className="narrowing"
            title="Only what was done to this one"
            onClick={() =>
              narrow({
                subject: action.split(".")[0]!,
                subjectId: String(subjectId),
                deed: "",
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
            title="Only what was done by this one"
            onClick={() => narrow({ actor: actor.kind, actorId: String(actor.id ?? "") })}
          >
            {actor.name}
          </button>
          <br />
          <span className="muted small">{actor.ipAddress ?? "command line"}</span>
        </>
      ),
    },
    { label: "When", cell: ({ at }) => <Moment at={at} /> },
  ];
}
