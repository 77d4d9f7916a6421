import { useLocation } from "wouter";
import { eventNames } from "../../../../core/webhooks/event_catalogue.ts";
import { useRead } from "../../api/hooks.ts";
import { numberText } from "../../api/time.ts";
import type { Webhook } from "../../api/types.ts";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { ResourcePage } from "../../ui/resource_page.tsx";
import { type Column, Timestamp } from "../../ui/table.tsx";
import { HealthBadge } from "./health_badge.tsx";
import { NewWebhook } from "./webhook_form.tsx";
import { t } from "./texts.ts";

/** The webhooks of the organization. */
export function Webhooks() {
  const read = useRead("webhooks.list");
  const [, go] = useLocation();
  return (
    <ResourcePage
      title={t("title")}
      lead={t("lead")}
      read={read}
      columns={columns}
      onOpen={({ id }) => go(`/webhooks/${id}`)}
      isDimmed={({ isActive }) => !isActive}
      empty={{ title: t("none"), help: t("noneHelp") }}
      create={{
        label: t("create"),
        form: (props) => <NewWebhook {...props} />,
        shown: ({ id, secret }: { id: number; secret: string }) => (
          <ShownOnce
            title={t("secretTitle")}
            label={t("secret")}
            value={secret}
            onClose={() => go(`/webhooks/${id}`)}
          >
            <p className="help">{t("secretHelp")}</p>
          </ShownOnce>
        ),
      }}
    />
  );
}

const columns: readonly Column<Webhook>[] = [
  { label: t("endpoint"), cell: ({ url }) => <span className="anywhere">{url}</span> },
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
