import { useState } from "react";
import { useLocation } from "wouter";
import { eventNames } from "../../../../core/webhooks/event_catalogue.ts";
import { useRead } from "../../api/hooks.ts";
import { numberText } from "../../api/time.ts";
import type { Webhook } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { HealthBadge } from "./health_badge.tsx";
import { NewWebhook } from "./webhook_form.tsx";
import { t } from "./texts.ts";

/** The webhooks of the organization. */
export function Webhooks() {
  const read = useRead("webhooks.list");
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ id: number; secret: string } | null>(null);
  const [, go] = useLocation();
  const create = (
    <Button kind="primary" icon="plus" onPress={() => setIsCreating(true)}>{t("create")}</Button>
  );
  return (
    <Page title={t("title")} lead={t("lead")} actions={create}>
      <Loaded read={read}>
        {(webhooks) =>
          webhooks.length === 0
            ? (
              <EmptyState title={t("none")}>
                <p>{t("noneHelp")}</p>
              </EmptyState>
            )
            : (
              <Table
                label={t("title")}
                columns={columns}
                rows={webhooks}
                keyOf={({ id }) => id}
                onOpen={({ id }) => go(`/webhooks/${id}`)}
                isDimmed={({ isActive }) => !isActive}
              />
            )}
      </Loaded>
      {isCreating && (
        <NewWebhook
          onClose={() => setIsCreating(false)}
          onCreated={(webhook) => {
            setIsCreating(false);
            setCreated(webhook);
          }}
        />
      )}
      {created && (
        <ShownOnce
          title={t("secretTitle")}
          label={t("secret")}
          value={created.secret}
          onClose={() => go(`/webhooks/${created.id}`)}
        >
          <p className="help">{t("secretHelp")}</p>
        </ShownOnce>
      )}
    </Page>
  );
}

const columns: readonly Column<Webhook>[] = [
  { label: t("endpoint"), cell: ({ url }) => <span className="url">{url}</span> },
  {
    label: t("events"),
    isMinor: true,
    cell: ({ events }) =>
      t("eventCount", {
        count: numberText(events.length),
        total: numberText(eventNames.length),
      }),
  },
  { label: t("health"), cell: (webhook) => <HealthBadge webhook={webhook} /> },
  {
    label: t("lastAttempt"),
    isMinor: true,
    cell: ({ lastTriggeredAt }) =>
      lastTriggeredAt ? <Timestamp at={lastTriggeredAt} /> : t("never"),
  },
];
