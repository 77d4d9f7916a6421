import type { Department } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date_field.tsx";
import { Switch } from "../../ui/fields.tsx";
import { SearchField } from "../../ui/search_field.tsx";
import { Select } from "../../ui/select.tsx";
import type { useFilters } from "../../ui/hooks.ts";
import { hasFilters } from "./query.ts";

/** The filters of the list. */
export function Filters({ filters, departments }: {
  filters: ReturnType<typeof useFilters>;
  departments: readonly Department[];
}) {
  const { get, set } = filters;
  return (
    <div className="filters" role="search" aria-label="Filters">
      <SearchField
        label="Part of the name"
        placeholder="Part of the name"
        value={get("search")}
        onChange={(search) => set({ search })}
      />
      <Select
        label="When"
        hidesLabel
        value={get("when")}
        onChange={(when) => set({ when, from: "", to: "", sort: "" })}
        options={[
          { value: "", label: "From today" },
          { value: "past", label: "Past" },
          { value: "any", label: "All dates" },
          { value: "dates", label: "Date range …" },
        ]}
      />
      <Select
        label="Status"
        hidesLabel
        value={get("status")}
        onChange={(status) => set({ status })}
        options={[
          { value: "", label: "All statuses" },
          { value: "SCHEDULED", label: "Scheduled" },
          { value: "COMPLETED", label: "Completed" },
          { value: "MISSED", label: "Missed" },
          { value: "CANCELLED", label: "Cancelled" },
        ]}
      />
      <Select
        label="Department"
        hidesLabel
        value={get("department")}
        onChange={(department) => set({ department })}
        options={[
          { value: "", label: "All departments" },
          ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {get("when") === "dates" && (
        <>
          <DateField label="From" value={get("from")} onChange={(from) => set({ from })} />
          <DateField label="To" value={get("to")} onChange={(to) => set({ to })} />
        </>
      )}
      <div className="filter-switch">
        <Switch
          label="Show archived"
          isSelected={get("archived") === "yes"}
          onChange={(isOn) => set({ archived: isOn ? "yes" : "" })}
        />
      </div>
      {hasFilters(get) && (
        <Button
          kind="quiet"
          onPress={() =>
            set({ search: "", when: "", status: "", department: "", from: "", to: "" })}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
