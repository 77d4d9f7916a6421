import { Link } from "wouter";
import { useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Badge, EmptyState, Loaded, type Tone } from "../../ui/states.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";

type Entry = Output<"credits.ledger">["items"][number];

const kinds: Record<Entry["kind"], { label: string; tone: Tone }> = {
  CONSUMED: { label: "Booking", tone: "neutral" },
  REFUNDED: { label: "Refund", tone: "info" },
  GRANTED: { label: "Grant", tone: "good" },
};

/** The credit balances, and the list of credit entries. */
export function Credits() {
  const [environment] = useEnvironment();
  const { get, set } = useFilters();
  const balance = useRead("credits.balance");
  const kind = (Object.keys(kinds) as Entry["kind"][]).find((one) => one === get("kind"));
  const ledger = useRead("credits.ledger", {
    page: Number(get("page")) || 0,
    size: 25,
    environment,
    ...(kind && { kind }),
    ...(get("from") && { startDate: get("from") }),
    ...(get("to") && { endDate: get("to") }),
  }, { keepsPrevious: true });
  return (
    <Page
      title="Credits"
      lead="A booking costs 1 credit. Cancelling in the dashboard refunds it"
      hasEnvironments
    >
      <div className="cards">
        <Figure label="Live credits" value={balance.data?.live} />
        <Figure label="Test credits" value={balance.data?.test} />
      </div>
      <div className="filters">
        <Select
          label="Kind"
          value={kind ?? ""}
          onChange={(next) => set({ kind: next })}
          options={[
            { value: "", label: "All kinds" },
            ...Object.entries(kinds).map(([value, { label }]) => ({ value, label })),
          ]}
        />
        <DateField label="From" value={get("from")} onChange={(from) => set({ from })} />
        <DateField label="To" value={get("to")} onChange={(to) => set({ to })} />
      </div>
      <Loaded read={ledger}>
        {(page) => (
          <>
            {page.items.length === 0
              ? <EmptyState title="No entries" />
              : <Table label="Ledger" columns={columns} rows={page.items} keyOf={({ id }) => id} />}
            <Pager
              page={page}
              noun="entries"
              onPage={(next) => set({ page: String(next || "") })}
            />
          </>
        )}
      </Loaded>
      <p className="muted small">
        To get more credits, ask the operator of the service.
      </p>
    </Page>
  );
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="card">
      <div className="muted">{label}</div>
      <div className="figure">{value === undefined ? "…" : numberText(value)}</div>
    </div>
  );
}

function AppointmentLink({ id }: { id: number }) {
  const [environment] = useEnvironment();
  const query = environment === "TEST" ? "?environment=TEST" : "";
  return <Link href={`/appointments/${id}${query}`}>Appointment {id}</Link>;
}

const columns: readonly Column<Entry>[] = [
  { label: "When", cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    label: "Kind",
    cell: ({ kind }) => <Badge tone={kinds[kind].tone}>{kinds[kind].label}</Badge>,
  },
  {
    label: "For",
    isMinor: true,
    cell: ({ appointmentId, note }) =>
      appointmentId === null ? note : <AppointmentLink id={appointmentId} />,
  },
  {
    label: "Credits",
    align: "end",
    cell: ({ amount }) => amount > 0 ? `+${numberText(amount)}` : `−${numberText(-amount)}`,
  },
  { label: "Balance", align: "end", cell: ({ balanceAfter }) => numberText(balanceAfter) },
];
