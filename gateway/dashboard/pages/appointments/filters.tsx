import { useRead } from "../../api/hooks.ts";
import { longDayText } from "../../api/time.ts";
import type { Department } from "../../api/types.ts";
import { locale } from "../../messages/language.ts";
import { findDate } from "../../ui/find_date.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { Switch } from "../../ui/choices.tsx";
import { SearchField } from "../../ui/search_field.tsx";
import { Select } from "../../ui/select.tsx";
import type { useFilters } from "../../ui/hooks.ts";
import { hasFilters } from "./query.ts";
import { t } from "./texts.ts";

const statuses = ["SCHEDULED", "COMPLETED", "MISSED", "CANCELLED"] as const;

/** The filters of the list. */
export function Filters({ filters, departments, today }: {
  filters: ReturnType<typeof useFilters>;
  departments: readonly Department[];
  today: string;
}) {
  const { get, set } = filters;
  const found = findDate(get("search"), { today, locale });
  return (
    <div className="row filters" role="search" aria-label={t("filters")}>
      <SearchField
        label={t("searchLabel")}
        placeholder={t("searchPlaceholder")}
        value={get("search")}
        onChange={(search) => set({ search })}
      />
      {found
        ? <span className="badge info">{t("onlyDay", { day: longDayText(found.date) })}</span>
        : (
          <Select
            label={t("when.label")}
            hidesLabel
            value={get("when")}
            onChange={(when) => set({ when, from: "", to: "", sort: "" })}
            options={[
              { value: "", label: t("when.upcoming") },
              { value: "past", label: t("when.past") },
              { value: "any", label: t("when.any") },
              { value: "dates", label: t("when.dates") },
            ]}
          />
        )}
      <Select
        label={t("statusLabel")}
        hidesLabel
        value={get("status")}
        onChange={(status) => set({ status })}
        options={[
          { value: "", label: t("allStatuses") },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      <Select
        label={t("department")}
        hidesLabel
        value={get("department")}
        onChange={(department) => set({ department, worker: "" })}
        options={[
          { value: "", label: t("allDepartments") },
          ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {/^\d{1,9}$/.test(get("department")) && (
        <Workers departmentId={Number(get("department"))} filters={filters} />
      )}
      {get("when") === "dates" && !found && (
        <>
          <DateField label={t("from")} value={get("from")} onChange={(from) => set({ from })} />
          <DateField label={t("to")} value={get("to")} onChange={(to) => set({ to })} />
        </>
      )}
      <Switch
        label={t("includeArchived")}
        isSelected={get("archived") === "yes"}
        onChange={(isOn) => set({ archived: isOn ? "yes" : "" })}
      />
      {hasFilters(get) && (
        <Button
          kind="quiet"
          onPress={() =>
            set({ search: "", when: "", status: "", department: "", worker: "", from: "", to: "" })}
        >
          {t("clear")}
        </Button>
      )}
    </div>
  );
}

/** The workers of the chosen department, also inactive ones, because they have appointments too. */
function Workers({ departmentId, filters: { get, set } }: {
  departmentId: number;
  filters: ReturnType<typeof useFilters>;
}) {
  const workers = useRead("workers.list", { departmentId }, { staleMs: 60_000 }).data ?? [];
  if (workers.length === 0) return null;
  return (
    <Select
      label={t("worker")}
      hidesLabel
      value={get("worker")}
      onChange={(worker) => set({ worker })}
      options={[
        { value: "", label: t("allWorkers") },
        ...workers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
