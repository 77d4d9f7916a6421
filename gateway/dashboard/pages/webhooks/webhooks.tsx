import { useState } from "react";
import { useLocation } from "wouter";
import { useRead } from "../../api/hooks.ts";
import type { Webhook } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Moment, ShownOnce } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { HealthBadge } from "./health_badge.tsx";
import { WebhookForm } from "./webhook_form.tsx";

/** Where other systems are told of what happens. */
export function Webhooks() {
  const read = useRead("webhooks.list", undefined, { pollMs: 15_000 });
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null);
  const [, go] = useLocation();
  return (
    <Page
      title="Webhooks"
      lead="Your own systems are told of appointments as they change"
      actions={
        <Button kind="primary" icon="plus" onPress={() => setIsMaking(true)}>New webhook</Button>
      }
    >
      <Loaded read={read}>
        {(webhooks) =>
          webhooks.length === 0
            ? (
              <EmptyState title="No webhooks yet">
                <p>Give the address of a receiver, and it is told of each event, signed.</p>
              </EmptyState>
            )
            : (
              <Table
                label="Webhooks"
                columns={columns}
                rows={webhooks}
                keyOf={({ id }) => id}
                onOpen={({ id }) => go(`/webhooks/${id}`)}
                isDimmed={({ isActive }) => !isActive}
              />
            )}
      </Loaded>
      {isMaking && (
        <WebhookForm
          onClose={() => setIsMaking(false)}
          onMade={(webhook) => {
            setIsMaking(false);
            setMade(webhook);
          }}
        />
      )}
      {made && (
        <ShownOnce
          title="The signing secret"
          label="Secret"
          value={made.secret}
          onClose={() => go(`/webhooks/${made.id}`)}
        >
          <p className="help">
            Your receiver checks each delivery’s signature with it. If it is ever lost, replace it
            on the webhook’s page.
          </p>
        </ShownOnce>
      )}
    </Page>
  );
}

const columns: readonly Column<Webhook>[] = [
  { label: "Receiver", cell: ({ url }) => <span className="url">{url}</span> },
  { label: "Events", isMinor: true, cell: ({ events }) => `${events.length} of 6` },
  { label: "Health", cell: (webhook) => <HealthBadge webhook={webhook} /> },
  {
    label: "Last delivery",
    isMinor: true,
    cell: ({ lastTriggeredAt }) => lastTriggeredAt ? <Moment at={lastTriggeredAt} /> : "None yet",
  },
];
