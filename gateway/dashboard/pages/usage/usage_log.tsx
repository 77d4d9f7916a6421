import type { ReactNode } from "react";
import { useRead } from "../../api/hooks.ts";
import { dateText, numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Select } from "../../ui/select.tsx";
import { SearchField } from "../../ui/search_field.tsx";
import { type Column, Pager, Table } from "../../ui/table.tsx";
import { namedStatuses, statusText } from "./status_text.ts";
import type { UsageFilters } from "./use_usage_filters.ts";
import { t } from "./texts.ts";

type Call = Output<"usage.logs">["items"][number];

/** The requests of the period, newest first. `seen` has the error statuses of the period. */
export function UsageLog({ filters, seen }: { filters: UsageFilters; seen: readonly string[] }) {
  const { from, to, hour, key, status, endpoint, requestId, page, set } = filters;
  const keys = useRead("apiKeys.list", undefined, { staleMs: 60_000 });
  const log = useRead("usage.logs", {
    page,
    size: 25,
    startDate: hour ? `${hour}:00:00` : from,
    endDate: hour ? `${hour}:59:59` : to,
    ...(key && { apiKeyId: Number(key) }),
    ...(status === "error" && { onlyErrors: true }),
    ...(status && status !== "error" && { statusCode: Number(status) }),
    ...(endpoint && { endpoint }),
    ...(requestId && { requestId }),
  }, { keepsPrevious: true });
  const statuses = [...new Set([...namedStatuses, ...seen])].toSorted();
  const isFiltered = hour + key + status + endpoint + requestId !== "";
  return (
    <section aria-label={t("log")}>
      <h2>{t("log")}</h2>
      <div className="row filters">
        <SearchField
          label={t("endpoint")}
          placeholder={t("endpointHint")}
          value={endpoint}
          onChange={(next) => set({ endpoint: next })}
        />
        <SearchField
          label={t("requestId")}
          placeholder={t("requestIdHint")}
          value={requestId}
          onChange={(next) => set({ requestId: next })}
        />
        <Select
          label={t("key")}
          hidesLabel
          value={key}
          onChange={(next) => set({ key: next })}
          options={[
            { value: "", label: t("allKeys") },
            ...(keys.data ?? []).map(({ id, name, maskedKey }) => ({
              value: String(id),
              label: `${name} ${maskedKey.slice(-4)}`,
            })),
          ]}
        />
        <Select
          label={t("status")}
          hidesLabel
          value={status}
          onChange={(next) => set({ status: next })}
          options={[
            { value: "", label: t("allStatuses") },
            { value: "error", label: t("anyError") },
            ...statuses.map((value) => ({ value, label: statusText(value) })),
          ]}
        />
        {isFiltered && (
          <Button
            kind="quiet"
            onPress={() => set({ hour: "", key: "", status: "", endpoint: "", requestId: "" })}
          >
            {t("clear")}
          </Button>
        )}
      </div>
      <Loaded read={log}>
        {(calls) => (
          <>
            {calls.items.length === 0
              ? <EmptyState title={t(requestId ? "noRequestId" : "noMatch")} />
              : (
                <Table
                  label={t("log")}
                  columns={columnsOf(set)}
                  rows={calls.items}
                  keyOf={({ id }) => id}
                />
              )}
            <Pager
              page={calls}
              noun={t("noun")}
              onPage={(next) => set({ page: String(next || "") })}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

function columnsOf(set: UsageFilters["set"]): readonly Column<Call>[] {
  return [
    {
      label: t("request"),
      cell: ({ method, endpoint, requestId }) => (
        <>
          <Filter value={endpoint} onFilter={() => set({ endpoint })}>
            <code>
              <strong>{method}</strong> {endpoint}
            </code>
          </Filter>
          {requestId && (
            <div className="muted small" title={t("requestId")}>
              <code>{requestId}</code>
            </div>
          )}
        </>
      ),
    },
    {
      label: t("response"),
      cell: ({ statusCode, error }) => (
        <>
          <Filter
            value={String(statusCode)}
            onFilter={() => set({ status: String(statusCode) })}
          >
            <Badge tone={statusCode < 400 ? "good" : statusCode < 500 ? "warn" : "bad"}>
              {String(statusCode)}
            </Badge>
          </Filter>
          {error && <div className="small anywhere reason">{error}</div>}
        </>
      ),
    },
    { label: t("key"), isMinor: true, cell: ({ apiKeyName }) => apiKeyName },
    {
      label: t("credits"),
      align: "end",
      isMinor: true,
      cell: ({ creditsConsumed }) => numberText(creditsConsumed),
    },
    {
      label: t("duration"),
      align: "end",
      isTight: true,
      isMinor: true,
      cell: ({ responseTimeMs }) => t("ms", { ms: numberText(responseTimeMs) }),
    },
    {
      label: t("caller"),
      isMinor: true,
      isTight: true,
      cell: ({ ipAddress, userAgent }) => <span title={userAgent}>{ipAddress}</span>,
    },
    {
      label: t("when"),
      isTight: true,
      cell: ({ timestamp }) => (
        <time className="moment" dateTime={timestamp}>
          <span>{dateText(timestamp)}</span> <strong>{timestamp.slice(11, 19)}</strong>
        </time>
      ),
    },
  ];
}

/** A value in the log that filters the log by itself. */
function Filter({ value, onFilter, children }: {
  value: string;
  onFilter(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="narrowing"
      title={t("filterBy", { value })}
      onClick={onFilter}
    >
      {children}
    </button>
  );
}
