import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import type { Output } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Select } from "../../ui/select.tsx";
import { SearchField } from "../../ui/search_field.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";

type Call = Output<"usage.logs">["items"][number];

const statuses = ["200", "201", "400", "401", "402", "403", "404", "429", "500", "503"];

/** The calls of the period, newest first. */
export function UsageLog({ from, to }: { from: string; to: string }) {
  const [page, setPage] = useState(0);
  const [filter, setFilter] = useState({ apiKeyId: "", statusCode: "", endpoint: "" });
  const keys = useRead("apiKeys.list", undefined, { staleMs: 60_000 });
  const log = useRead("usage.logs", {
    page,
    size: 25,
    startDate: from,
    endDate: to,
    ...(filter.apiKeyId && { apiKeyId: Number(filter.apiKeyId) }),
    ...(filter.statusCode && { statusCode: Number(filter.statusCode) }),
    ...(filter.endpoint && { endpoint: filter.endpoint }),
  }, { keepsPrevious: true });
  function filterBy(change: Partial<typeof filter>): void {
    setFilter({ ...filter, ...change });
    setPage(0);
  }
  return (
    <section aria-label="Log of calls">
      <div className="filters">
        <SearchField
          label="Endpoint"
          placeholder="Endpoint, such as GET /api/v1/appointments/{id}"
          value={filter.endpoint}
          onChange={(endpoint) => filterBy({ endpoint })}
        />
        <Select
          label="API key"
          hidesLabel
          value={filter.apiKeyId}
          onChange={(apiKeyId) => filterBy({ apiKeyId })}
          options={[
            { value: "", label: "All API keys" },
            ...(keys.data ?? []).map(({ id, name, maskedKey }) => ({
              value: String(id),
              label: `${name} ${maskedKey.slice(-4)}`,
            })),
          ]}
        />
        <Select
          label="Status"
          hidesLabel
          value={filter.statusCode}
          onChange={(statusCode) => filterBy({ statusCode })}
          options={[
            { value: "", label: "All statuses" },
            ...statuses.map((value) => ({ value, label: value })),
          ]}
        />
      </div>
      <Loaded read={log}>
        {(calls) => (
          <>
            {calls.items.length === 0
              ? <EmptyState title="No calls match" />
              : <Table label="Calls" columns={columns} rows={calls.items} keyOf={({ id }) => id} />}
            <Pager page={calls} noun="calls" onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const columns: readonly Column<Call>[] = [
  {
    label: "Call",
    cell: ({ method, endpoint }) => (
      <code>
        <strong>{method}</strong> {endpoint}
      </code>
    ),
  },
  {
    label: "Status",
    cell: ({ statusCode }) => (
      <Badge tone={statusCode < 400 ? "good" : statusCode < 500 ? "warn" : "bad"}>
        {String(statusCode)}
      </Badge>
    ),
  },
  { label: "API key", isMinor: true, cell: ({ apiKeyName }) => apiKeyName },
  { label: "Credits", align: "end", isMinor: true, cell: ({ creditsConsumed }) => creditsConsumed },
  {
    label: "Duration",
    align: "end",
    isTight: true,
    isMinor: true,
    cell: ({ responseTimeMs }) => `${responseTimeMs} ms`,
  },
  {
    label: "Address",
    isMinor: true,
    isTight: true,
    cell: ({ ipAddress, userAgent }) => <span title={userAgent}>{ipAddress}</span>,
  },
  { label: "When", cell: ({ timestamp }) => <Timestamp at={timestamp} /> },
];
