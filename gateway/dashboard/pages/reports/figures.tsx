import type { CSSProperties } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import type { Choice } from "./choice.ts";
import type { Row } from "./query.ts";
import { numberTextOf } from "./rows.ts";
import { t } from "./texts.ts";

/** The totals of a report. The chosen one is in the charts. */
export function Figures({ choice: { report, field }, totals, onChoose }: {
  choice: Choice;
  totals: Row;
  onChoose(field: string): void;
}) {
  return (
    <ToggleButtonGroup
      className="figures apart report-figures"
      style={{ "--columns": columnsFor(report.fields.length) } as CSSProperties}
      aria-label={t("figures")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[field.name]}
      onSelectionChange={([name]) => name !== undefined && onChoose(String(name))}
    >
      {report.fields.map((one) => (
        <ToggleButton key={one.name} id={one.name} className="card">
          <span className="muted small">{t(`field.${one.name}`)}</span>
          <span className="large">{numberTextOf(totals, one)}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Returns the number of columns on a wide screen: one row, or two that are equally long. */
function columnsFor(count: number): number {
  return count <= 8 ? count : Math.ceil(count / 2);
}
