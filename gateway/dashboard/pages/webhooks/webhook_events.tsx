import { useRead } from "../../api/hooks.ts";
import { dateText, timeOf } from "../../api/time.ts";
import type { WebhookEvent } from "../../api/types.ts";
import { useFilters } from "../../ui/hooks.ts";
import { Select } from "../../ui/select.tsx";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Pager, Table } from "../../ui/table.tsx";
import { EventDrawer } from "./event_drawer.tsx";
import { StateBadge } from "./health_badge.tsx";
import { secondsText } from "./seconds_text.ts";
import { t } from "./texts.ts";

const states = ["PENDING", "RETRYING", "DELIVERED", "FAILED", "ABANDONED"] as const;

/** The events of a webhook, newest first, one row each. */
export function WebhookEvents({ webhookId }: { webhookId: number }) {
  const { get, set } = useFilters();
  const state = states.find((one) => one === get("state"));
  const page = Number(get("page")) || 0;
  const openId = Number(get("event")) || null;
  const read = useRead("webhooks.events", {
    id: webhookId,
    page,
    size: 20,
    ...(state && { state }),
  }, { keepsPrevious: true });
  const open = (event: string) => set({ event, page: String(page || "") });
  return (
    <section aria-label={t("eventsTitle")}>
      <div className="row between filters">
        <h2>{t("eventsTitle")}</h2>
        <Select
          label={t("stateLabel")}
          hidesLabel
          value={state ?? ""}
          onChange={(next) => set({ state: next })}
          options={[
            { value: "", label: t("state.all") },
            ...states.map((one) => ({ value: one, label: t(`state.${one}`) })),
          ]}
        />
      </div>
      <Loaded read={read}>
        {(events) => (
          <>
            {events.items.length === 0
              ? (
                <EmptyState title={t(state ? "noneInState" : "noEvents")}>
                  {!state && <p>{t("noEventsHelp")}</p>}
                </EmptyState>
              )
              : (
                <Table
                  label={t("eventsTitle")}
                  columns={columns}
                  rows={events.items}
                  keyOf={({ id }) => id}
                  onOpen={({ id }) => open(String(id))}
                />
              )}
            <Pager
              page={events}
              noun={t("eventNoun")}
              onPage={(next) => set({ page: String(next || "") })}
            />
          </>
        )}
      </Loaded>
      {openId !== null && <EventDrawer id={openId} onClose={() => open("")} />}
    </section>
  );
}

const columns: readonly Column<WebhookEvent>[] = [
  {
    label: t("event"),
    cell: ({ eventType, isTest }) => (
      <span className="row">
        <code>{eventType}</code>
        {isTest && <Badge>{t("test")}</Badge>}
      </span>
    ),
  },
  { label: t("subject"), isMinor: true, cell: (event) => <Subject event={event} /> },
  { label: t("stateLabel"), cell: ({ state }) => <StateBadge state={state} /> },
  {
    label: t("result"),
    isMinor: true,
    cell: ({ statusCode, error }) => error ?? statusCode ?? "",
  },
  { label: t("attempts"), align: "end", isMinor: true, cell: ({ attempts }) => attempts },
  {
    label: t("when"),
    isTight: true,
    cell: ({ createdAt }) => (
      <time className="moment" dateTime={createdAt}>
        <span>{dateText(createdAt)}</span> <strong>{secondsText(createdAt)}</strong>
      </time>
    ),
  },
];

function Subject({ event: { subject } }: { event: WebhookEvent }) {
  if (!subject) return null;
  const { name, departmentName, dateTime } = subject;
  const when = dateTime && `${dateText(dateTime)}, ${timeOf(dateTime)}`;
  const more = [departmentName, when].filter(Boolean).join(", ");
  return name
    ? (
      <>
        <bdi>{name}</bdi> <span className="muted">{more}</span>
      </>
    )
    : <>{more}</>;
}
