import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import type { Delivery } from "../../api/types.ts";
import { Select } from "../../ui/select.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Pager, Table, Timestamp } from "../../ui/table.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { DeliveryDrawer } from "./delivery_drawer.tsx";
import { OutcomeBadge } from "./health_badge.tsx";

/** The delivery attempts of a webhook, newest first. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const { get, set } = useFilters();
  const [openId, setOpenId] = useState<number | null>(null);
  const status = statuses.find((one) => one === get("status"));
  const page = Number(get("page")) || 0;
  const read = useRead("webhooks.logs", {
    id: webhookId,
    page,
    size: 20,
    ...(status && { status }),
  }, { keepsPrevious: true });
  return (
    <section aria-label="Deliveries">
      <div className="filters deliveries-head">
        <h2>Deliveries</h2>
        <span className="spread" />
        <Select
          label="Outcome"
          hidesLabel
          value={status ?? ""}
          onChange={(next) => set({ status: next })}
          options={[
            { value: "", label: "All outcomes" },
            ...statuses.map((one) => ({
              value: one,
              label: one.slice(0, 1) + one.slice(1).toLowerCase(),
            })),
          ]}
        />
      </div>
      <Loaded read={read}>
        {(log) => (
          <>
            {log.items.length === 0 ? <EmptyState title="No deliveries yet" /> : (
              <Table
                label="Deliveries"
                columns={columns}
                rows={log.items}
                keyOf={({ id }) => id}
                onOpen={({ id }) => setOpenId(id)}
              />
            )}
            <Pager
              page={log}
              noun="attempts"
              onPage={(next) => set({ page: String(next || "") })}
            />
          </>
        )}
      </Loaded>
      {openId !== null && <DeliveryDrawer id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}

const statuses = ["PENDING", "DELIVERED", "FAILED", "ABANDONED"] as const;

const columns: readonly Column<Delivery>[] = [
  { label: "Event", cell: ({ eventType }) => eventType },
  { label: "Outcome", cell: ({ status }) => <OutcomeBadge status={status} /> },
  { label: "Response", isMinor: true, cell: ({ statusCode, error }) => statusCode ?? error ?? "" },
  {
    label: "Duration",
    align: "end",
    isTight: true,
    isMinor: true,
    cell: ({ responseTimeMs }) => responseTimeMs === null ? "" : `${responseTimeMs} ms`,
  },
  { label: "Attempt", align: "end", isMinor: true, cell: ({ attempt }) => attempt },
  { label: "When", cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
];
