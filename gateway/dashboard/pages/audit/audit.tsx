import { useRead } from "../../api/hooks.ts";
import { loadAll } from "../../api/load_all.ts";
import { type AppointmentRef, useAppointmentNames } from "../../api/names.ts";
import { dateTimeText } from "../../api/time.ts";
import type { AuditEntry } from "../../api/types.ts";
import { CsvButton, type CsvColumn } from "../../ui/export_buttons.tsx";
import { EmptyState, EnvironmentBadge, Loaded } from "../../ui/states.tsx";
import { actionText, changeText } from "../../ui/audit_words.ts";
import { Page } from "../../ui/page.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { AuditFilters } from "./filters.tsx";
import { queryOf } from "./query.ts";
import { Sentence, sentenceText } from "./sentence.tsx";
import { t } from "../../ui/audit_texts.ts";

/** The audit log: each action as a sentence, with its time. */
export function Audit() {
  const filters = useFilters();
  const query = queryOf(filters.get);
  const read = useRead("audit.list", query, { keepsPrevious: true });
  const names = useAppointmentNames((read.data?.items ?? []).flatMap(appointmentOf));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <AuditFilters filters={filters} />
      <Loaded read={read}>
        {(page) => (
          <>
            {page.items.length === 0 ? <EmptyState title={t("noMatch")} /> : (
              <Table
                label={t("title")}
                columns={columnsOf(filters.set, names)}
                rows={page.items}
                keyOf={({ id }) => id}
              />
            )}
            <div className="row">
              <Pager
                page={page}
                noun={t("noun")}
                onPage={(next) => filters.set({ page: String(next || "") })}
              />
              <CsvButton
                fileName={t("title")}
                columns={csvColumns}
                load={() => loadAll("audit.list", query)}
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The appointment that an entry is about. */
function appointmentOf({ action, subjectId: id, environment }: AuditEntry): AppointmentRef[] {
  return action.startsWith("appointment.") && environment ? [{ id, environment }] : [];
}

function columnsOf(
  filter: (changes: Record<string, string>) => void,
  names: ReadonlyMap<number, string>,
): readonly Column<AuditEntry>[] {
  return [
    {
      label: t("columns.what"),
      cell: (entry) => (
        <>
          <Sentence
            entry={entry}
            personName={names.get(entry.subjectId)}
            onActor={() =>
              filter({ actor: entry.actor.kind, actorId: String(entry.actor.id ?? "") })}
          />{" "}
          {entry.environment === "TEST" && <EnvironmentBadge environment="TEST" />}
          {entry.changes.length > 0 && (
            <div className="muted small">{entry.changes.map(changeText).join(" · ")}</div>
          )}
        </>
      ),
    },
    {
      label: t("columns.from"),
      isMinor: true,
      isTight: true,
      cell: ({ action, subjectId, actor }) => (
        <>
          <span className="muted small">{actor.ipAddress ?? t("commandLine")}</span>
          <br />
          <button
            type="button"
            className="narrowing small on-row"
            onClick={() =>
              filter({
                subject: action.split(".")[0]!,
                subjectId: String(subjectId),
                action: "",
              })}
          >
            {t("onlyThis")}
          </button>
        </>
      ),
    },
    { label: t("columns.when"), isTight: true, cell: ({ at }) => <Timestamp at={at} /> },
  ];
}

/** The file names appointments by their number: it may be kept for longer than the data of a person. */
const csvColumns: readonly CsvColumn<AuditEntry>[] = [
  { label: t("columns.when"), text: ({ at }) => dateTimeText(at) },
  { label: t("columns.by"), text: ({ actor }) => actor.name },
  { label: t("columns.from"), text: ({ actor }) => actor.ipAddress ?? t("commandLine") },
  { label: t("action"), text: ({ action }) => actionText(action) },
  { label: t("columns.what"), text: (entry) => sentenceText(entry) },
  { label: t("columns.changes"), text: ({ changes }) => changes.map(changeText).join("; ") },
];
