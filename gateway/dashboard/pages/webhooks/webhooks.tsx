import { useState } from "react";
import { useLocation } from "wouter";
import { useRead } from "../../api/hooks.ts";
import type { Webhook } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { HealthBadge } from "./health_badge.tsx";
import { WebhookForm } from "./webhook_form.tsx";

/** The webhooks of the organization. */
export function Webhooks() {
  const read = useRead("webhooks.list");
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ id: number; secret: string } | null>(null);
  const [, go] = useLocation();
  return (
    <Page
      title="Webhooks"
      lead="Notify your own systems when appointments change"
      actions={
        <Button kind="primary" icon="plus" onPress={() => setIsCreating(true)}>New webhook</Button>
      }
    >
      <Loaded read={read}>
        {(webhooks) =>
          webhooks.length === 0
            ? (
              <EmptyState title="No webhooks yet">
                <p>Create a webhook to send signed events to your own system.</p>
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
      {isCreating && (
        <WebhookForm
          onClose={() => setIsCreating(false)}
          onCreated={(webhook) => {
            setIsCreating(false);
            setCreated(webhook);
          }}
        />
      )}
      {created && (
        <ShownOnce
          title="Signing secret"
          label="Secret"
          value={created.secret}
          onClose={() => go(`/webhooks/${created.id}`)}
        >
          <p className="help">
            Your receiver uses it to verify the signature of each delivery. If you lose it, replace
            it on the page of the webhook.
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
    cell: ({ lastTriggeredAt }) =>
      lastTriggeredAt ? <Timestamp at={lastTriggeredAt} /> : "None yet",
  },
];
