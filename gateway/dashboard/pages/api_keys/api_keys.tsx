import { useLocation } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { dateText, numberText } from "../../api/time.ts";
import type { ApiKey } from "../../api/types.ts";
import { Badge } from "../../ui/states.tsx";
import { ResourcePage } from "../../ui/resource_page.tsx";
import { type Column, Timestamp } from "../../ui/table.tsx";
import { KeyOnce, NewKey } from "./new_key.tsx";
import { useEndsSoon, useHasEnded } from "./key_end.ts";
import { t } from "./texts.ts";

/** The API keys of the organization. Revoked keys are folded away. */
export function ApiKeys() {
  const read = useRead("apiKeys.list");
  const [, go] = useLocation();
  return (
    <ResourcePage
      title={t("title")}
      lead={t("lead")}
      read={read}
      columns={columnsOf(useHasEnded(), useEndsSoon())}
      onOpen={({ id }) => go(`/api-keys/${id}`)}
      isDimmed={({ isActive }) => !isActive}
      foldedAway={{
        label: t("revoked"),
        summary: (count) => t("revokedKeys", { count: numberText(count) }),
      }}
      empty={{ title: t("none"), help: t("noneHelp") }}
      create={{
        label: t("create"),
        form: (props) => <NewKey {...props} />,
        shown: ({ key }: { key: string }, onClose) => <KeyOnce apiKey={key} onClose={onClose} />,
      }}
    />
  );
}

function columnsOf(
  hasEnded: (apiKey: ApiKey) => boolean,
  endsSoon: (apiKey: ApiKey) => boolean,
): readonly Column<ApiKey>[] {
  return [
    {
      label: t("name"),
      cell: ({ name, maskedKey }) => (
        <>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <br />
          <code className="muted nowrap">{maskedKey}</code>
        </>
      ),
    },
    {
      label: t("environment"),
      cell: ({ environment }) =>
        environment === "TEST" ? <Badge tone="warn">{t("test")}</Badge> : t("live"),
    },
    {
      label: t("permissions"),
      isMinor: true,
      cell: ({ scopes }) => scopes.map((scope) => t(`scope.${scope}`)).join(", "),
    },
    {
      label: t("limitColumn"),
      align: "end",
      isMinor: true,
      cell: ({ rateLimitPerHour }) => numberText(rateLimitPerHour),
    },
    {
      label: t("created"),
      isTight: true,
      isMinor: true,
      cell: ({ createdAt }) => dateText(createdAt),
    },
    {
      label: t("lastUsed"),
      isMinor: true,
      cell: ({ lastUsedAt }) => lastUsedAt ? <Timestamp at={lastUsedAt} /> : t("never"),
    },
    {
      label: t("endColumn"),
      isTight: true,
      cell: (apiKey) =>
        hasEnded(apiKey) ? <Badge tone="warn">{t("ended")}</Badge> : endsSoon(apiKey)
          ? (
            <>
              <span className="nowrap">{dateText(apiKey.expiresAt!)}</span>
              <br />
              <Badge tone="warn">{t("soon")}</Badge>
            </>
          )
          : apiKey.expiresAt
          ? dateText(apiKey.expiresAt)
          : t("noEnd"),
    },
  ];
}
