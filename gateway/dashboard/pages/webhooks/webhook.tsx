import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Webhook } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choices.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { toastError } from "../../ui/toast.tsx";
import { HealthBadge } from "./health_badge.tsx";
import { Signatures } from "./signatures.tsx";
import { type WebhookDialog, WebhookDialogs } from "./webhook_dialogs.tsx";
import { WebhookEvents } from "./webhook_events.tsx";
import "./webhooks.css";
import { t } from "./texts.ts";

/** One webhook with its events. */
export function WebhookPage() {
  const { id } = useParams<{ id: string }>();
  const read = useRead("webhooks.list");
  const webhook = read.data?.find((one) => one.id === Number(id));
  const all = <Link href="/webhooks">{t("all")}</Link>;
  if (read.data && !webhook) return <EmptyState title={t("notFound")} isPage>{all}</EmptyState>;
  return (
    <Page
      title={webhook ? new URL(webhook.url).host : t("webhook")}
      lead={all}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Loaded read={read}>
        {() =>
          webhook && (
            <>
              <Summary webhook={webhook} />
              <WebhookEvents webhookId={webhook.id} />
              <Signatures />
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
  return (
    <>
      <Switch
        label={t("active")}
        isSelected={webhook.isActive}
        onChange={(isActive) => update.mutate({ id, isActive }, { onError: toastError })}
      />
      <Button onPress={() => setDialog("test")}>{t("sendTestMenu")}</Button>
      <Button onPress={() => setDialog("edit")}>{t("edit")}</Button>
      <Menu
        label={t("more")}
        actions={[
          { label: t("resendMenu"), onAction: () => setDialog("resend") },
          { label: t("replaceMenu"), onAction: () => setDialog("secret") },
          { label: t("deleteMenu"), isDangerous: true, onAction: () => setDialog("delete") },
        ]}
      >
        <Button icon="more" aria-label={t("more")} />
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
    <div className="card list apart summary">
      <code>{webhook.url}</code>
      <p className="row">
        <HealthBadge webhook={webhook} />
        {webhook.includeTest && <Badge tone="warn">{t("includesTest")}</Badge>}
        {webhook.includeContact && <Badge tone="warn">{t("includesContact")}</Badge>}
        {webhook.events.map((event) => <Badge key={event}>{t(`eventName.${event}`)}</Badge>)}
      </p>
    </div>
  );
}
