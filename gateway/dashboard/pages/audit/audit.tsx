import { useRead } from "../../api/hooks.ts";
import type { AuditEntry, Input } from "../../api/types.ts";
import { EnvironmentBadge } from "../../ui/badge.tsx";
import { changeText, deedOf } from "../../ui/deeds.ts";
import { DateField } from "../../ui/fields.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Pager, Table } from "../../ui/table.tsx";
import { useFilters } from "../../ui/use_filters.ts";

type Query = Extract<Input<"audit.list">, object>;

const subjects: Record<string, string> = {
  appointment: "Appointments",
  department: "Departments",
  worker: "Workers",
  api_key: "API keys",
  webhook: "Webhooks",
  staff: "Team",
  credits: "Credits",
  organization: "Organization",
  reporting_token: "Reporting tokens",
};
const actors: Record<string, string> = {
  STAFF: "Staff",
  API_KEY: "API keys",
  OPERATOR: "The operator",
};

/** Who did what, when, and from where. */
export function Audit() {
  const { get, set } = useFilters();
  const query = {
    page: Number(get("page")) || 0,
    size: 50,
    ...(get("subject") in subjects && { subjectKind: get("subject") }),
    ...(get("actor") in actors && { actorKind: get("actor") }),
    ...(get("from") && { startDate: get("from") }),
    ...(get("to") && { endDate: get("to") }),
  } as Query;
  const read = useRead("audit.list", query, { keepsPrevious: true, pollMs: 30_000 });
  return (
    <Page title="Audit" lead="Everything that was done, by whom and from where">
      <div className="filters">
        <Choice name="subject" label="What" all="Everything" words={subjects} />
        <Choice name="actor" label="By" all="Anybody" words={actors} />
        <DateField label="From" value={get("from")} onChange={(from) => set({ from })} />
        <DateField label="To" value={get("to")} onChange={(to) => set({ to })} />
      </div>
      <Loaded read={read}>
        {(page) => (
          <>
            {page.items.length === 0
              ? <EmptyState title="Nothing was done that matches" />
              : <Table label="Audit" columns={columns} rows={page.items} keyOf={({ id }) => id} />}
            <Pager
              page={page}
              noun="entries"
              onPage={(next) => set({ page: String(next || "") })}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Choice({ name, label, all, words }: {
  name: string;
  label: string;
  all: string;
  words: Record<string, string>;
}) {
  const { get, set } = useFilters();
  return (
    <Select
      label={label}
      value={get(name)}
      onChange={(value) => set({ [name]: value })}
      options={[
        { value: "", label: all },
        ...Object.entries(words).map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    label: "What",
    cell: ({ action, subjectId, subjectName, environment }) => (
      <>
        <strong>{deedOf(action)}</strong>{" "}
        <span className="muted">{subjectName || `No. ${subjectId}`}</span>{" "}
        {environment === "TEST" && <EnvironmentBadge environment={environment} />}
      </>
    ),
  },
  {
    label: "Changes",
    isMinor: true,
    cell: ({ changes }) => <span className="muted small">{changes.map(changeText).join(", ")}
    </span>,
  },
  {
    label: "By",
    cell: ({ actor }) => (
      <>
        {actor.name}
        <br />
        <span className="muted small">{actor.ipAddress ?? "command line"}</span>
      </>
    ),
  },
  { label: "When", cell: ({ at }) => <Moment at={at} /> },
];
