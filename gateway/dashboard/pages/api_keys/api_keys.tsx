import { useState } from "react";
import { useLocation } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { dateText, numberText } from "../../api/time.ts";
import type { ApiKey } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { KeyOnce, NewKey } from "./new_key.tsx";
import { t } from "./texts.ts";

/** The API keys of the organization. Revoked keys are folded away. */
export function ApiKeys() {
  const read = useRead("apiKeys.list");
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ key: string } | null>(null);
  const create = (
    <Button kind="primary" icon="plus" onPress={() => setIsCreating(true)}>{t("create")}</Button>
  );
  return (
    <Page title={t("title")} lead={t("lead")} actions={create}>
      <Loaded read={read}>{(keys) => <Keys keys={keys} />}</Loaded>
      {isCreating && (
        <NewKey
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            setIsCreating(false);
            setCreated(key);
          }}
        />
      )}
      {created && <KeyOnce apiKey={created.key} onClose={() => setCreated(null)} />}
    </Page>
  );
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const active = keys.filter(({ isActive }) => isActive);
  const revoked = keys.filter(({ isActive }) => !isActive);
  return (
    <>
      {active.length === 0
        ? (
          <EmptyState title={t("none")}>
            <p>{t("noneHelp")}</p>
          </EmptyState>
        )
        : <KeyTable label={t("title")} keys={active} />}
      {revoked.length > 0 && (
        <details className="folded">
          <summary>{t("revokedKeys", { count: numberText(revoked.length) })}</summary>
          <KeyTable label={t("revoked")} keys={revoked.toReversed()} />
        </details>
      )}
    </>
  );
}

function KeyTable({ label, keys }: { label: string; keys: readonly ApiKey[] }) {
  const [, go] = useLocation();
  return (
    <Table
      label={label}
      columns={columns}
      rows={keys}
      keyOf={({ id }) => id}
      onOpen={({ id }) => go(`/api-keys/${id}`)}
      isDimmed={({ isActive }) => !isActive}
    />
  );
}

const columns: readonly Column<ApiKey>[] = [
  {
    label: t("name"),
    cell: ({ name, maskedKey }) => (
      <>
        <strong>{name}</strong>
        <br />
        <code className="muted masked-key">{maskedKey}</code>
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
];
