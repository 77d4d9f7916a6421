import { useDepartments } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { loadAll } from "../../api/load_all.ts";
import { type AppointmentRef, useAppointmentNames } from "../../api/names.ts";
import { dateTimeText } from "../../api/time.ts";
import type { AuditEntry } from "../../api/types.ts";
import { CsvButton, type CsvColumn } from "../../ui/export_buttons.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Act, actsOf } from "../../ui/audit_acts.ts";
import { actionText, actorText, changeText } from "../../ui/audit_words.ts";
import { Page } from "../../ui/page.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { AuditFilters } from "./filters.tsx";
import { queryOf } from "./query.ts";
import { ActCell } from "./act_cell.tsx";
import type { Names } from "./names.ts";
import { sentenceText } from "./sentence_text.ts";
import { t } from "../../ui/audit_texts.ts";

/** The audit log: each action as a sentence, with its time. */
export function Audit() {
  const filters = useFilters();
  const query = queryOf(filters.get);
  const read = useRead("audit.list", query, { keepsPrevious: true });
  const names = useNames(read.data?.items ?? []);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <AuditFilters filters={filters} />
      <Loaded read={read}>
        {(page) => (
          <>
            {page.items.length === 0
              ? <EmptyState title={t("noMatch")} />
              : (
                <div className="read-along">
                  <Table
                    label={t("title")}
                    columns={columnsOf(filters.set, names)}
                    rows={actsOf(page.items)}
                    keyOf={({ main }) => main[0]!.id}
                  />
                </div>
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

/** What the entries of a page name: departments, staff members, and the people of appointments. */
function useNames(entries: readonly AuditEntry[]): Names {
  const ofPeople = useAppointmentNames(entries.flatMap(appointmentOf));
  const departments = useDepartments().data;
  const workers = useRead("workers.list", {}, { staleMs: 60_000 }).data;
  const known = { departmentId: departments, workerId: workers } as const;
  return {
    ofPeople,
    ofField: (field, id) => known[field as keyof typeof known]?.find((one) => one.id === id)?.name,
  };
}

/** The appointment that an entry is about. */
function appointmentOf({ action, subjectId: id, environment }: AuditEntry): AppointmentRef[] {
  return action.startsWith("appointment.") && environment ? [{ id, environment }] : [];
}

function columnsOf(
  filter: (changes: Record<string, string>) => void,
  names: Names,
): readonly Column<Act>[] {
  return [
    {
      label: t("columns.what"),
      cell: (act) => {
        const { actor } = act.main[0]!;
        return (
          <ActCell
            act={act}
            names={names}
            onActor={() => filter({ actor: actor.kind, actorId: String(actor.id ?? "") })}
          />
        );
      },
    },
    {
      label: t("columns.from"),
      isMinor: true,
      isTight: true,
      cell: ({ main }) => {
        const { action, subjectId, actor } = main[0]!;
        return (
          <span className="line nowrap">
            <span className="muted">{addressText(actor)}</span>
            {main.length === 1 && (
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
            )}
          </span>
        );
      },
    },
    {
      label: t("columns.when"),
      isTight: true,
      cell: ({ main }) => <Timestamp at={main[0]!.at} />,
    },
  ];
}

/** The file names appointments by their number: it may be kept for longer than the data of a person. */
const csvColumns: readonly CsvColumn<AuditEntry>[] = [
  { label: t("columns.when"), text: ({ at }) => dateTimeText(at) },
  { label: t("columns.by"), text: ({ actor }) => actorText(actor) },
  { label: t("columns.from"), text: ({ actor }) => addressText(actor) },
  { label: t("action"), text: ({ action }) => actionText(action) },
  { label: t("columns.what"), text: (entry) => sentenceText([entry]) },
  {
    label: t("columns.changes"),
    text: ({ changes }) => changes.map((one) => changeText(one)).join("; "),
  },
];

/** Returns from where somebody acted. The addresses of people who use their links are not kept. */
function addressText({ kind, ipAddress }: AuditEntry["actor"]): string {
  return ipAddress ?? (kind === "PERSON" ? "–" : t("commandLine"));
}
