import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { dateTimeText } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { BulkActions } from "../../desk/bulk/bulk_actions.tsx";
import { useBulk } from "../../desk/bulk/use_bulk.ts";
import { type AffectedQuery, loadAffected } from "./affected_query.ts";
import { t as ui } from "../../ui/texts.ts";
import { t } from "./texts.ts";

const size = 10;

/** The scheduled appointments that a closure or an absence affects. */
export function Affected({ query, canAct }: { query: AffectedQuery; canAct: boolean }) {
  const [environment] = useEnvironment();
  const [page, setPage] = useState(0);
  const bulk = useBulk();
  const read = useRead("appointments.affected", { ...query, environment, page, size }, {
    keepsPrevious: true,
  });
  if (!read.data) {
    return (
      <Loaded
        read={read}
        skeleton={<p className="muted" role="status">{t("affected.counting")}</p>}
      >
        {() => null}
      </Loaded>
    );
  }
  const { items, totalElements, totalPages } = read.data;
  const isNone = totalElements === 0;
  if (isNone && !bulk.progress) return <p className="muted" role="status">{t("affected.none")}</p>;
  return (
    <section className="stack" aria-label={t("affected.label")}>
      <p role="status">
        {isNone
          ? t("affected.none")
          : <strong>{t("affected.count", { count: totalElements })}</strong>}{" "}
        {!canAct && t("affected.stay")}
      </p>
      {canAct && (
        <BulkActions
          bulk={bulk}
          actions={["move", "cancel"]}
          count={totalElements}
          load={() => loadAffected(query, environment)}
        />
      )}
      {!isNone && (
        <Table
          label={t("affected.label")}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              label: t("affected.time"),
              cell: ({ dateTime }) => dateTimeText(dateTime),
              isTight: true,
            },
            { label: t("field.name"), cell: ({ name }) => name },
            { label: t("affected.department"), cell: (one) => one.departmentName, isMinor: true },
          ]}
        />
      )}
      {totalPages > 1 && (
        <div className="row">
          <Button
            disabledReason={page === 0 && ui("pager.isFirst")}
            onPress={() => setPage(page - 1)}
          >
            {t("affected.previous")}
          </Button>
          <Button
            disabledReason={page + 1 >= totalPages && ui("pager.isLast")}
            onPress={() => setPage(page + 1)}
          >
            {t("affected.next")}
          </Button>
        </div>
      )}
    </section>
  );
}
