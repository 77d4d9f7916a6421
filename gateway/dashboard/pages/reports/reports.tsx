import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useRead, useReadError } from "../../api/hooks.ts";
import { useTimeZone } from "../../api/session.tsx";
import { dateOf, dateText, timeOf, useNow } from "../../api/time.ts";
import type { Report } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error_box.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded, Skeleton } from "../../ui/states.tsx";
import { Charts } from "./charts.tsx";
import { type Choice, choiceIn } from "./choice.ts";
import { Choosers } from "./choosers.tsx";
import { Figures } from "./figures.tsx";
import { csvAddressOf } from "./query.ts";
import { Refusal } from "./refusal.tsx";
import { ReportTable } from "./report_table.tsx";
import { type ReportResult, timeOfData, useReport } from "./use_report.ts";
import { UseDialog } from "./use_dialog.tsx";
import "./reports.css";
import { t } from "./texts.ts";

/** Every report of GraphQL with free days and groups: totals, charts, a table, and the ways into other tools. */
export function Reports() {
  // The reports of a service change with its version only.
  const catalogue = useRead("reports.catalogue", undefined, { staleMs: Infinity });
  return (
    <Loaded read={catalogue} skeleton={<Skeleton rows={12} />}>
      {(found) => <Chosen catalogue={found} />}
    </Loaded>
  );
}

function Chosen({ catalogue }: { catalogue: readonly Report[] }) {
  const { get, set } = useFilters();
  const [environment] = useEnvironment();
  const today = dateOf(useNow(useTimeZone()));
  const { choice, fault } = choiceIn(catalogue, get, { today, environment });
  return (
    <Page
      title={t("title")}
      lead={t(`lead.${choice.report.name}`)}
      hasEnvironments={choice.environment !== null}
      actions={!fault && <Uses choice={choice} />}
    >
      <Choosers catalogue={catalogue} choice={choice} set={set} />
      {fault
        ? <p className="fault" role="alert">{t(`fault.${fault}`)}</p>
        : <Running choice={choice} />}
    </Page>
  );
}

/** The ways into other tools. They have the days of the period, because the service knows no "last month". */
function Uses({ choice }: { choice: Choice }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t("use.open")}</Button>
      <a className="button plain" href={csvAddressOf(choice, "excel")} download>{t("csv")}</a>
      {isOpen && <UseDialog choice={choice} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Running({ choice }: { choice: Choice }) {
  const { read, isStopped, stop } = useReport(choice);
  const error = useReadError(read);
  const retry = () => void read.refetch();
  if (isStopped) {
    return (
      <EmptyState title={t("stopped")}>
        <Button onPress={retry}>{t("run")}</Button>
      </EmptyState>
    );
  }
  // While a report that failed is made again, that of another choice would be in its place.
  const hasOwnData = read.data !== undefined && !(read.isPlaceholderData && error !== null);
  return (
    <>
      {/* What was read before stays. */}
      {hasOwnData && <ErrorBox error={error} />}
      {read.isFetching && (
        <p className="row report-running" role="status">
          {t("computing")}
          <Button onPress={stop}>{t("stop")}</Button>
        </p>
      )}
      {!hasOwnData
        ? error === null
          ? <Skeleton rows={11} />
          : <Refusal error={error} isRetrying={read.isFetching} onRetry={retry} />
        : (
          // The figures of another choice fade until those of this one have come.
          <div
            className={read.isPlaceholderData ? "dimmed" : ""}
            aria-busy={read.isPlaceholderData}
          >
            <Content
              result={withFieldOf(choice, read.data!)}
              readAt={read.dataUpdatedAt}
              onAgain={retry}
            />
          </div>
        )}
    </>
  );
}

/** A kept report has the choice that it was read for. Another number of it may be in the charts by now. */
function withFieldOf({ report, field }: Choice, result: ReportResult): ReportResult {
  const { choice } = result;
  return choice.report.name === report.name ? { ...result, choice: { ...choice, field } } : result;
}

function Content({ result, readAt, onAgain }: {
  result: ReportResult;
  readAt: number;
  onAgain(): void;
}) {
  const { get, set } = useFilters();
  const timeZone = useTimeZone();
  const { choice, rows, totals } = result;
  const { from, to, report, groups } = choice;
  return (
    <>
      <div className="row between muted small">
        {t("days", {
          from: dateText(from),
          to: dateText(to),
          time: timeOf(timeOfData(result, readAt, timeZone)),
        })}
        <Button kind="quiet" onPress={onAgain}>{t("again")}</Button>
      </div>
      <Figures choice={choice} totals={totals} onChoose={(field) => set({ show: field })} />
      {rows.length === 0
        ? (
          <EmptyState title={t("none")}>
            <p className="narrow">{t("noneHelp")}</p>
          </EmptyState>
        )
        : groups.length > 0 && (
          <>
            <Charts choice={choice} rows={rows} />
            <ReportTable
              key={report.name}
              result={result}
              sort={get("sort")}
              page={Number(get("page")) || 0}
              set={set}
            />
          </>
        )}
    </>
  );
}
