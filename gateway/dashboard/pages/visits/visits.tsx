import { Link } from "wouter";
import { useDepartments, useEnvironment } from "../../api/departments.ts";
import { hasErrorCode } from "../../api/errors.ts";
import { useRead } from "../../api/hooks.ts";
import { addDays, dayText, longDayText, timeOf } from "../../api/time.ts";
import type { VisitOverview } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { DayPicker } from "../../ui/day_picker.tsx";
import { CsvButton } from "../../ui/export_buttons.tsx";
import { useKeyActions } from "../../ui/keys/keyboard.ts";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Select } from "../../ui/select.tsx";
import { EmptyState, Loaded, Skeleton } from "../../ui/states.tsx";
import { Charts } from "./charts.tsx";
import { csvColumns, csvRowsOf } from "./csv.ts";
import { Figures, Verdict } from "./figures.tsx";
import { Tables } from "./tables.tsx";
import { type Period, type PeriodKind, periods, usePeriod } from "./use_period.ts";
import "./visits.css";
import { t } from "./texts.ts";

/** A day or a week of visits: whether it went well, its figures, charts, and tables by department, worker and counter. */
export function Visits() {
  const period = usePeriod();
  const { kind, date, today, from, to, fault, set, setDate } = period;
  const step = kind === "week" ? 7 : 1;
  useKeyActions({
    today: () => setDate(today),
    previousDay: () => fault === null && setDate(addDays(date, -step)),
    nextDay: () => fault === null && setDate(addDays(date, step)),
  });
  return (
    <Page
      title={t("title")}
      lead={fault ? undefined : periodText(period)}
      hasEnvironments
      actions={
        <>
          <Segments<PeriodKind>
            label={t("period.label")}
            options={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
            value={kind}
            onChange={(next) => set({ period: next === "day" ? "" : next })}
          />
          <DayPicker
            date={fault === "date" ? today : date}
            today={today}
            onChange={setDate}
            step={step}
            isCurrent={from <= today && today <= to}
            {...(kind === "week" && { textOf: (part) => t(`weekPicker.${part}`) })}
          />
        </>
      }
    >
      <div className="row filters">
        <DepartmentSelect period={period} />
      </div>
      {fault
        ? <p className="fault" role="alert">{t(`fault.${fault}`)}</p>
        : <Report period={period} />}
    </Page>
  );
}

function periodText({ kind, from, to }: Period): string {
  return kind === "day"
    ? longDayText(from)
    : t("week", { from: dayText(from), to: longDayText(to) });
}

function DepartmentSelect({ period: { department, set } }: { period: Period }) {
  const departments = useDepartments().data ?? [];
  return (
    <Select
      label={t("department")}
      hidesLabel
      value={department}
      onChange={(next) => set({ department: next })}
      options={[
        { value: "", label: t("allDepartments") },
        ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

function Report({ period }: { period: Period }) {
  const { kind, date, department, set } = period;
  const [environment] = useEnvironment();
  const read = useRead("reports.visits", {
    period: kind === "week" ? "WEEK" : "DAY",
    date,
    environment,
    ...(department !== "" && { departmentId: Number(department) }),
  }, { keepsPrevious: true });
  if (read.isError && hasErrorCode(read.error, "DEPARTMENT_NOT_FOUND")) {
    return (
      <EmptyState title={t("none.department")}>
        <Button onPress={() => set({ department: "" })}>{t("none.toAll")}</Button>
      </EmptyState>
    );
  }
  return (
    <Loaded read={read} skeleton={<Skeleton rows={12} />}>
      {(overview) => (
        // The figures of another period fade until those of this one have come.
        <div className={read.isPlaceholderData ? "dimmed" : ""} aria-busy={read.isPlaceholderData}>
          {overview.totals.visits === 0
            ? <Nobody period={period} />
            : <Content overview={overview} period={period} />}
        </div>
      )}
    </Loaded>
  );
}

function Content({ overview, period }: { overview: VisitOverview; period: Period }) {
  const { dataAsOf, from } = overview;
  return (
    <>
      <Verdict overview={overview} period={period} />
      <Figures overview={overview} period={period} />
      <Charts overview={overview} period={period} />
      <Tables overview={overview} period={period} />
      <div className="row">
        {dataAsOf && <span className="muted small">{t("asOf", { time: timeOf(dataAsOf) })}</span>}
        <CsvButton
          fileName={`${t("title")} ${from}`}
          columns={csvColumns}
          load={async () => ({ rows: csvRowsOf(overview), isCut: false })}
        />
      </div>
    </>
  );
}

/** Says why there is nothing, and what to do. */
function Nobody(
  { period: { kind, today, from, to, department, set, setDate } }: { period: Period },
) {
  const when = from > today ? "future" : to >= today ? "current" : "past";
  return (
    <EmptyState
      title={department === "" ? t(`none.${kind}.${when}`) : t("none.filtered")}
    >
      {department !== ""
        ? <Button onPress={() => set({ department: "" })}>{t("none.toAll")}</Button>
        : when === "current"
        ? (
          <p className="narrow">
            {t.rich("none.help", { link: (text) => <Link href="/queue">{text}</Link> })}
          </p>
        )
        : <Button onPress={() => setDate(today)}>{t("none.toToday")}</Button>}
    </EmptyState>
  );
}
