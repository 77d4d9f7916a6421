import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Webhook } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/fields.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { Deliveries } from "./deliveries.tsx";
import { HealthBadge } from "./health_badge.tsx";
import { eventNames } from "./webhook_form.tsx";
import { type WebhookDialog, WebhookDialogs } from "./webhook_dialogs.tsx";

/** One webhook with its deliveries. */
export function WebhookPage() {
  const { id } = useParams<{ id: string }>();
  const read = useRead("webhooks.list");
  const webhook = read.data?.find((one) => one.id === Number(id));
  if (read.data && !webhook) {
    return (
      <EmptyState title="Webhook not found" isPage>
        <Link href="/webhooks">All webhooks</Link>
      </EmptyState>
    );
  }
  return (
    <Page
      title={webhook ? new URL(webhook.url).host : "Webhook"}
      lead={<Link href="/webhooks">All webhooks</Link>}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Loaded read={read}>
        {() =>
          webhook && (
            <>
              <Summary webhook={webhook} />
              <Deliveries webhookId={webhook.id} />
            </>
          )}
      </Loaded>
    </Page>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const [dialog, setDialog] = useState<WebhookDialog | null>(null);
  const [, go] = useLocation();
  const update = useWrite("webhooks.update", { changes: ["webhooks.list"] });
  const test = useWrite("webhooks.test", { changes: ["webhooks.logs"] });
  function sendTest(): void {
    test.mutate({ id }, {
      onSuccess({ success, statusCode, responseTimeMs, error }) {
        const answer = statusCode === null ? error ?? "no response" : `status ${statusCode}`;
        toast(`Test ${success ? "delivered" : "failed"}: ${answer} in ${responseTimeMs} ms`);
      },
      onError: toastError,
    });
  }
  return (
    <>
      <Switch
        label="Active"
        isSelected={webhook.isActive}
        onChange={(isActive) => update.mutate({ id, isActive }, { onError: toastError })}
      />
      <Button onPress={sendTest} isPending={test.isPending}>Send test</Button>
      <Button onPress={() => setDialog("edit")}>Edit</Button>
      <Menu
        label="More"
        actions={[
          { label: "Send failed deliveries again …", onAction: () => setDialog("recover") },
          { label: "Replace secret …", onAction: () => setDialog("secret") },
          { label: "Delete …", isDangerous: true, onAction: () => setDialog("delete") },
        ]}
      >
        <Button icon="more" aria-label="More" />
      </Menu>
      <WebhookDialogs
        dialog={dialog}
        webhook={webhook}
        onClose={() => setDialog(null)}
        onDeleted={() => go("/webhooks")}
      />
    </>
  );
}

function Summary({ webhook }: { webhook: Webhook }) {
  return (
    <div className="card summary">
      <code>{webhook.url}</code>
      <p className="badges">
        <HealthBadge webhook={webhook} />
        {webhook.includeTest && <Badge tone="warn">Includes test events</Badge>}
        {webhook.events.map((event) => <Badge key={event}>{eventNames[event]}</Badge>)}
      </p>
    </div>
  );
}
