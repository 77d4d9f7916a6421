import type { Report } from "../../api/types.ts";
import { DateField } from "../../ui/date_field.tsx";
import { Select } from "../../ui/select.tsx";
import { type Choice, choosing, grouping, type PeriodName, periods } from "./choice.ts";
import { t } from "./texts.ts";

interface ChooserProps {
  choice: Choice;
  set(changes: Record<string, string>): void;
}

/** The choice of a report, its days and its groups. */
export function Choosers(
  { catalogue, ...props }: ChooserProps & { catalogue: readonly Report[] },
) {
  const { choice, set } = props;
  return (
    <div className="row filters">
      <Select
        label={t("choose.report")}
        value={choice.report.name}
        onChange={(next) => set(choosing(catalogue.find(({ name }) => name === next)!, choice))}
        options={catalogue.map(({ name }) => ({ value: name, label: t(`report.${name}`) }))}
      />
      <PeriodChooser {...props} />
      <GroupChoosers {...props} />
    </div>
  );
}

function PeriodChooser({ choice: { period, from, to }, set }: ChooserProps) {
  return (
    <>
      <Select
        label={t("choose.period")}
        value={period}
        onChange={(next) =>
          set(next === "custom" ? { period: next, from, to } : { period: next, from: "", to: "" })}
        options={periods.map((value: PeriodName) => ({ value, label: t(`period.${value}`) }))}
      />
      {period === "custom" && (
        <>
          <DateField
            label={t("choose.from")}
            value={from}
            onChange={(date) => date && set({ from: date })}
          />
          <DateField
            label={t("choose.to")}
            value={to}
            onChange={(date) => date && set({ to: date })}
          />
        </>
      )}
    </>
  );
}

/** A field for each group, and one more for the next. Each offers the groups that the others have not chosen. */
function GroupChoosers({ choice, set }: ChooserProps) {
  const { report, groups } = choice;
  const places = groups.length < report.groups.length ? [...groups, null] : groups;
  return places.map((chosen, place) => (
    <Select
      key={place}
      label={t(place === 0 ? "choose.group" : "choose.nextGroup")}
      value={chosen?.name ?? ""}
      onChange={(next) =>
        set(grouping(choice, place, report.groups.find(({ name }) => name === next) ?? null))}
      options={[
        { value: "", label: t("choose.noGroup") },
        ...report.groups.filter((group) => group === chosen || !groups.includes(group))
          .map(({ name }) => ({ value: name, label: t(`group.${name}`) })),
      ]}
    />
  ));
}
