import { dateOf, dateText, nowIn } from "../../api/time.ts";
import { useTimeZone } from "../../api/session.tsx";
import { Button } from "../../ui/button.tsx";
import { useKeptFocus } from "../../ui/keep_focus.ts";
import { EmptyState } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import type { DatesEntry } from "./dates_form.tsx";
import { t } from "./texts.ts";

/** Closures or absences. Each can be removed, and shows the appointments that it affects. */
export function DatesTable<E extends DatesEntry>(
  { label, none, rows, textOf, removeLabel, onRemove, onAffected }: {
    label: string;
    /** The text of an empty list. */
    none: string;
    rows: readonly E[];
    /** The dates, and hours if any. */
    textOf(entry: E): string;
    removeLabel(text: string): string;
    onRemove(entry: E): void;
    onAffected(entry: E): void;
  },
) {
  const today = dateOf(nowIn(useTimeZone()));
  useKeptFocus(rows.length);
  if (rows.length === 0) return <EmptyState title={none} />;
  return (
    <Table
      label={label}
      rows={rows.toSorted((a, b) => a.from < b.from ? -1 : 1)}
      keyOf={textOf}
      isDimmed={({ to }) => to < today}
      columns={[
        { label: t("closures.dates"), cell: textOf },
        { label: t("closures.reason"), cell: ({ reason }) => reason },
        {
          label: t("actions"),
          hidesLabel: true,
          align: "end",
          cell: (one) => (
            <>
              {one.to >= today && (
                <Button kind="quiet" onPress={() => onAffected(one)}>{t("affected.label")}</Button>
              )}
              <Button
                kind="quiet"
                aria-label={removeLabel(textOf(one))}
                onPress={() => onRemove(one)}
              >
                {t("remove")}
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}

/** The dates of a closure or an absence. */
export function datesText({ from, to }: Pick<DatesEntry, "from" | "to">): string {
  return from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`;
}
