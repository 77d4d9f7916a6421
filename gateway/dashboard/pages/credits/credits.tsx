import { Link } from "wouter";
import { useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { loadAll } from "../../api/load_all.ts";
import { useAppointmentNames } from "../../api/names.ts";
import { dateTimeText, numberText } from "../../api/time.ts";
import type { Environment, Output } from "../../api/types.ts";
import { CsvButton, type CsvColumn } from "../../ui/export_buttons.tsx";
import { Badge, EmptyState, Loaded, Skeleton, type Tone } from "../../ui/states.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { useForecast } from "./forecast.ts";
import { LowCredits, useLowCredits } from "./low_credits.tsx";
import { t } from "./texts.ts";

type Entry = Output<"credits.ledger">["items"][number];

const kinds: Record<Entry["kind"], Tone> = {
  CONSUMED: "neutral",
  REFUNDED: "info",
  GRANTED: "good",
};
const kindNames = Object.keys(kinds) as Entry["kind"][];

/** The credit balances, how long they last, and the list of credit entries. */
export function Credits() {
  const [environment] = useEnvironment();
  const { get, set } = useFilters();
  const balance = useRead("credits.balance");
  const kind = kindNames.find((one) => one === get("kind"));
  const query = {
    environment,
    page: Number(get("page")) || 0,
    size: 25,
    ...(kind && { kind }),
    ...(get("from") && { startDate: get("from") }),
    ...(get("to") && { endDate: get("to") }),
  };
  const ledger = useRead("credits.ledger", query, { keepsPrevious: true });
  const names = useAppointmentNames(
    (ledger.data?.items ?? []).flatMap(({ appointmentId: id }) =>
      id === null ? [] : [{ id, environment }]
    ),
  );
  return (
    <Page title={t("title")} lead={t("lead")} hasEnvironments>
      <Loaded read={balance} skeleton={<Skeleton rows={1} />}>
        {({ live, test }) => (
          <div className="columns figures apart">
            <Figure environment="LIVE" value={live} />
            <Figure environment="TEST" value={test} />
          </div>
        )}
      </Loaded>
      <LowCredits />
      <div className="row filters">
        <Select
          label={t("kind")}
          value={kind ?? ""}
          onChange={(next) => set({ kind: next })}
          options={[
            { value: "", label: t("allKinds") },
            ...kindNames.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
        />
        <DateField label={t("from")} value={get("from")} onChange={(from) => set({ from })} />
        <DateField label={t("to")} value={get("to")} onChange={(to) => set({ to })} />
      </div>
      <Loaded read={ledger}>
        {(page) => (
          <>
            {page.items.length === 0 ? <EmptyState title={t("none")} /> : (
              <Table
                label={t("ledger")}
                columns={columnsOf({ names, environment })}
                rows={page.items}
                keyOf={({ id }) => id}
              />
            )}
            <div className="row">
              <Pager
                page={page}
                noun={t("noun")}
                onPage={(next) => set({ page: String(next || "") })}
              />
              <CsvButton
                fileName={t("title")}
                columns={csvColumns}
                load={() => loadAll("credits.ledger", query)}
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A balance, and how long it lasts. */
function Figure({ environment, value }: { environment: Environment; value: number }) {
  const forecast = useForecast(environment);
  const warning = useLowCredits()(value);
  const isLow = environment === "LIVE" && warning !== undefined;
  return (
    <div className={`card ${isLow ? "tinted bad" : ""}`}>
      <div className="muted">{environment === "LIVE" ? t("live") : t("test")}</div>
      <div className="large">{numberText(value)}</div>
      {isLow && <div className="small">{warning}</div>}
      <div className="muted small">{forecast(value)}</div>
    </div>
  );
}

function columnsOf({ names, environment }: {
  names: ReadonlyMap<number, string>;
  environment: Environment;
}): readonly Column<Entry>[] {
  const query = environment === "TEST" ? "?environment=TEST" : "";
  return [
    {
      label: t("columns.what"),
      cell: ({ appointmentId: id, note }) =>
        id === null ? note : (
          <Link href={`/appointments/${id}${query}`}>
            {names.get(id) ?? t("appointment", { id: String(id) })}
          </Link>
        ),
    },
    {
      label: t("columns.kind"),
      isMinor: true,
      cell: ({ kind }) => <Badge tone={kinds[kind]}>{t(`kinds.${kind}`)}</Badge>,
    },
    {
      label: t("columns.when"),
      isTight: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    { label: t("columns.credits"), align: "end", cell: ({ amount }) => amountText(amount) },
    {
      label: t("columns.balance"),
      align: "end",
      isMinor: true,
      cell: ({ balanceAfter }) => numberText(balanceAfter),
    },
  ];
}

function amountText(amount: number): string {
  return amount > 0 ? `+${numberText(amount)}` : `−${numberText(-amount)}`;
}

/** The file names appointments by their number: it may be kept for longer than the data of a person. */
const csvColumns: readonly CsvColumn<Entry>[] = [
  { label: t("columns.when"), text: ({ createdAt }) => dateTimeText(createdAt) },
  { label: t("columns.kind"), text: ({ kind }) => t(`kinds.${kind}`) },
  { label: t("columns.credits"), text: ({ amount }) => String(amount) },
  { label: t("columns.balance"), text: ({ balanceAfter }) => String(balanceAfter) },
  { label: t("columns.appointment"), text: ({ appointmentId }) => String(appointmentId ?? "") },
  { label: t("columns.note"), text: ({ note }) => note },
];
