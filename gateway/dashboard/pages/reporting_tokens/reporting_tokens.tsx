import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText } from "../../api/time.ts";
import type { ReportingToken } from "../../api/types.ts";
import { Badge } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { CopyField, ShownOnce } from "../../ui/shown_once.tsx";
import { ResourcePage } from "../../ui/resource_page.tsx";
import { type Column, Timestamp } from "../../ui/table.tsx";
import { NewToken } from "./new_token.tsx";
import { t } from "./texts.ts";

/** The tokens with which reporting tools read over GraphQL. */
export function ReportingTokens() {
  const read = useRead("reportingTokens.list");
  const revoke = useWrite("reportingTokens.revoke", { changes: ["reportingTokens.list"] });
  const [revoked, setRevoked] = useState<ReportingToken | null>(null);
  return (
    <ResourcePage
      title={t("title")}
      lead={t("lead")}
      read={read}
      columns={columnsOf(setRevoked)}
      isDimmed={({ isRevoked }) => isRevoked}
      empty={{ title: t("none"), help: t("noneHelp") }}
      create={{
        label: t("create"),
        form: (props) => <NewToken {...props} />,
        shown: ({ token }: { token: string }, onClose) => (
          <ShownOnce title={t("createdTitle")} label={t("token")} value={token} onClose={onClose}>
            <CopyField
              label={t("tryIt")}
              isMultiline
              value={`curl -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '{"query":"{ organization { name } }"}' ${location.origin}/graphql`}
            />
            <p>
              {t.rich("steps", {
                guide: (text) => (
                  <a href="/docs/guides/reports" target="_blank" rel="noreferrer">{text}</a>
                ),
              })}
            </p>
          </ShownOnce>
        ),
      }}
    >
      {revoked && (
        <Confirm
          title={t("revokeTitle", { name: revoked.name })}
          action={t("revoke")}
          write={revoke}
          input={{ id: revoked.id }}
          onClose={() => setRevoked(null)}
        >
          <p>{t("revokeHelp")}</p>
        </Confirm>
      )}
    </ResourcePage>
  );
}

function columnsOf(revoke: (token: ReportingToken) => void): readonly Column<ReportingToken>[] {
  return [
    {
      label: t("name"),
      cell: ({ name }) => (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      ),
    },
    {
      label: t("created"),
      isTight: true,
      isMinor: true,
      cell: ({ createdAt }) => dateText(createdAt),
    },
    {
      label: t("expires"),
      cell: ({ expiresAt }) => expiresAt ? dateText(expiresAt) : t("never"),
    },
    {
      label: t("lastUsed"),
      isMinor: true,
      cell: ({ lastUsedAt }) => lastUsedAt ? <Timestamp at={lastUsedAt} /> : t("never"),
    },
    {
      label: t("actions"),
      hidesLabel: true,
      align: "end",
      cell: (token) =>
        token.isRevoked
          ? <Badge>{t("revoked")}</Badge>
          : <Button kind="quiet" onPress={() => revoke(token)}>{t("revokeMenu")}</Button>,
    },
  ];
}
