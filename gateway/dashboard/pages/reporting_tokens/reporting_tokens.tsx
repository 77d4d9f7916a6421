import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText } from "../../api/time.ts";
import type { ReportingToken } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { CopyField, ShownOnce } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { NewToken } from "./new_token.tsx";

/** The tokens with which reporting tools read over GraphQL. */
export function ReportingTokens() {
  const read = useRead("reportingTokens.list");
  const revoke = useWrite("reportingTokens.revoke", { changes: ["reportingTokens.list"] });
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null);
  const [revoked, setRevoked] = useState<ReportingToken | null>(null);
  return (
    <Page
      title="Reporting tokens"
      lead="Reporting tools use them to read over GraphQL"
      actions={
        <Button kind="primary" icon="plus" onPress={() => setIsCreating(true)}>New token</Button>
      }
    >
      <Loaded read={read}>
        {(tokens) =>
          tokens.length === 0
            ? (
              <EmptyState title="No reporting tokens yet">
                <p>Create one token per tool, so that you can revoke each on its own.</p>
              </EmptyState>
            )
            : (
              <Table
                label="Reporting tokens"
                columns={columnsOf(setRevoked)}
                rows={tokens}
                keyOf={({ id }) => id}
                isDimmed={({ isRevoked }) => isRevoked}
              />
            )}
      </Loaded>
      {isCreating && (
        <NewToken
          onClose={() => setIsCreating(false)}
          onCreated={(token) => {
            setIsCreating(false);
            setCreated(token);
          }}
        />
      )}
      {created && (
        <ShownOnce
          title={`Reporting token “${created.name}”`}
          label="Token"
          value={created.token}
          onClose={() => setCreated(null)}
        >
          <CopyField
            label="Try it in a terminal"
            isMultiline
            value={`curl -H "Authorization: Bearer ${created.token}" -H "Content-Type: application/json" -d '{"query":"{ organization { name } }"}' ${location.origin}/graphql`}
          />
        </ShownOnce>
      )}
      {revoked && (
        <Confirm
          title={`Revoke “${revoked.name}”?`}
          action="Revoke token"
          write={revoke}
          input={{ id: revoked.id }}
          onClose={() => setRevoked(null)}
        >
          <p>Every request with this token is refused from now on. You cannot undo this.</p>
        </Confirm>
      )}
    </Page>
  );
}

function columnsOf(revoke: (token: ReportingToken) => void): readonly Column<ReportingToken>[] {
  return [
    { label: "Name", cell: ({ name }) => <strong>{name}</strong> },
    {
      label: "Created",
      isTight: true,
      isMinor: true,
      cell: ({ createdAt }) => dateText(createdAt),
    },
    {
      label: "Expires",
      cell: ({ expiresAt }) => expiresAt ? dateText(expiresAt) : "Never",
    },
    {
      label: "Last used",
      isMinor: true,
      cell: ({ lastUsedAt }) => lastUsedAt ? <Timestamp at={lastUsedAt} /> : "Never",
    },
    {
      label: "Actions",
      hidesLabel: true,
      align: "end",
      cell: (token) =>
        token.isRevoked
          ? <Badge>Revoked</Badge>
          : <Button kind="quiet" onPress={() => revoke(token)}>Revoke …</Button>,
    },
  ];
}
