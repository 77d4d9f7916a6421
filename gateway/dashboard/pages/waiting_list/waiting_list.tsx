import { useState } from "react";
import { useDepartments, useEnvironment } from "../../api/departments.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import { addDays, dateTimeText, dayText, mondayOf, numberText, timeOf } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { minutesText } from "../../ui/minutes_text.ts";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.tsx";
import { weekdayText } from "../../ui/value_text.ts";
import { t } from "./texts.ts";

type List = Output<"desk.waitlist">;
type Entry = List["entries"][number];

/** Who waits for a free place, and what the list did in the last 30 days. */
export function Waitlist() {
  const [environment] = useEnvironment();
  const { get, set } = useFilters();
  const departments = useDepartments().data ?? [];
  const workers = useRead("workers.list", {}).data ?? [];
  const departmentId = Number(get("department")) || null;
  const after = Number(get("after")) || null;
  const query = { environment, departmentId, after };
  const read = useRead("desk.waitlist", query, { keepsPrevious: true });
  const nameIn = (list: readonly { id: number; name: string }[]) => (id: number) =>
    list.find((one) => one.id === id)?.name ?? String(id);
  const remove = useWrite("desk.removeFromWaitlist", { changes: ["desk.waitlist"] });
  const [removed, setRemoved] = useState<Entry | null>(null);
  const columns = columnsOf({
    departmentOf: nameIn(departments),
    workerOf: nameIn(workers),
    remove: setRemoved,
  });
  return (
    <Page title={t("title")} lead={t("lead")} hasEnvironments>
      <div className="row filters">
        <Select
          label={t("department")}
          value={departmentId === null ? "" : String(departmentId)}
          onChange={(next) => set({ department: next, after: "" })}
          options={[
            { value: "", label: t("allDepartments") },
            ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      <Loaded read={read}>
        {({ entries, nextCursor, sums }) => (
          <>
            <Sums sums={sums} />
            {entries.length === 0
              ? (
                <EmptyState title={t("none")}>
                  <p>{t("noneHelp")}</p>
                </EmptyState>
              )
              : (
                <Table
                  label={t("title")}
                  columns={columns}
                  rows={entries}
                  keyOf={({ id }) => id}
                />
              )}
            <div className="row">
              {after !== null && <Button onPress={() => set({ after: "" })}>{t("first")}</Button>}
              {nextCursor !== null && (
                <Button onPress={() => set({ after: String(nextCursor) })}>{t("more")}</Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      {removed && (
        <Confirm
          title={t("removeTitle", { number: numberText(removed.id) })}
          action={t("remove")}
          write={remove}
          input={{ id: removed.id, environment }}
          onClose={() => setRemoved(null)}
          onDone={() => toast(t("removed"))}
        >
          <p>{t("removeHelp")}</p>
          {removed.offer && (
            <p>{t("removeOffer", { time: dateTimeText(removed.offer.slotTime) })}</p>
          )}
        </Confirm>
      )}
    </Page>
  );
}

function Sums({ sums }: { sums: List["sums"] }) {
  const { joined, offered, accepted, declined, expired, medianMinutes } = sums;
  const unused = { declined: numberText(declined), expired: numberText(expired) };
  return (
    <section aria-label={t("sums")}>
      <h2>{t("sums")}</h2>
      <div className="columns figures apart">
        <Figure label={t("filled")} value={numberText(accepted)}>
          {t("filledOf", { offered: numberText(offered) })}
        </Figure>
        <Figure label={t("joined")} value={numberText(joined)} />
        <Figure label={t("unused")} value={numberText(declined + expired)}>
          {t("unusedOf", unused)}
        </Figure>
        <Figure
          label={t("median")}
          value={medianMinutes === null ? "–" : minutesText(medianMinutes)}
        >
          {medianMinutes === null ? t("noTime") : undefined}
        </Figure>
      </div>
    </section>
  );
}

function Figure(
  { label, value, children }: { label: string; value: string; children?: string | undefined },
) {
  return (
    <div className="card">
      <div className="muted">{label}</div>
      <div className="large">{value}</div>
      {children && <div className="muted small">{children}</div>}
    </div>
  );
}

function columnsOf({ departmentOf, workerOf, remove }: {
  departmentOf(id: number): string;
  workerOf(id: number): string;
  remove(entry: Entry): void;
}): readonly Column<Entry>[] {
  return [
    { label: t("number"), isTight: true, isMinor: true, cell: ({ id }) => numberText(id) },
    {
      label: t("reference"),
      cell: ({ externalUserId }) =>
        externalUserId
          ? <bdi>{externalUserId}</bdi>
          : <span className="muted">{t("noReference")}</span>,
    },
    {
      label: t("department"),
      isMinor: true,
      cell: ({ departmentId, workerId }) => (
        <>
          <bdi>{departmentOf(departmentId)}</bdi>
          {workerId !== undefined && (
            <div className="muted small">{t("worker", { name: workerOf(workerId) })}</div>
          )}
        </>
      ),
    },
    { label: t("wishes"), cell: wishesOf },
    {
      label: t("offer"),
      cell: ({ offer }) =>
        offer
          ? (
            <>
              <Badge tone="info">{t("offered")}</Badge>{" "}
              {t("place", { time: dateTimeText(offer.slotTime), until: timeOf(offer.expiresAt) })}
            </>
          )
          : t("waits"),
    },
    {
      label: t("since"),
      isTight: true,
      isMinor: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      label: t("actions"),
      hidesLabel: true,
      align: "end",
      cell: (entry) => (
        <Button
          kind="quiet"
          needs="removeFromWaitlist"
          aria-label={t("removeOne", { number: numberText(entry.id) })}
          onPress={() => remove(entry)}
        >
          {t("remove")}
        </Button>
      ),
    },
  ];
}

/** Says dates, times and weekdays in one line. */
function wishesOf({ fromDate, toDate, fromTime, toTime, weekdays = [] }: Entry): string {
  const dates = fromDate === toDate
    ? dayText(fromDate)
    : `${dayText(fromDate)} – ${dayText(toDate)}`;
  const days = weekdays.map((day) => weekdayText(addDays(mondayOf(fromDate), day - 1))).join(", ");
  const times = [
    fromTime && t("from", { time: fromTime }),
    toTime && t("until", { time: toTime }),
  ].filter(Boolean).join(" ");
  return [dates, days, times].filter(Boolean).join(" · ");
}
