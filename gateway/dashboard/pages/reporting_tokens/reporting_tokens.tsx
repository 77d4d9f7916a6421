import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText } from "../../api/time.ts";
import type { ReportingToken } from "../../api/types.ts";
import { Badge, EmptyState, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { CopyField, Moment, ShownOnce } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { NewToken } from "./new_token.tsx";

/** With these, reporting tools read over GraphQL. */
export function ReportingTokens() {
  const read = useRead("reportingTokens.list");
  const revoke = useWrite("reportingTokens.revoke", { changes: ["reportingTokens.list"] });
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const [revoked, setRevoked] = useState<ReportingToken | null>(null);
  return (
    <Page
      title="Reporting tokens"
      lead="With them reporting tools read, and only read, over GraphQL"
      actions={
        <Button kind="primary" icon="plus" onPress={() => setIsMaking(true)}>New token</Button>
      }
    >
      <Loaded read={read}>
        {(tokens) =>
          tokens.length === 0
            ? (
              <EmptyState title="No tokens yet">
                <p>Make one for each tool, so that each can be ended by itself.</p>
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
      {isMaking && (
        <NewToken
          onClose={() => setIsMaking(false)}
          onMade={(token) => {
            setIsMaking(false);
            setMade(token);
          }}
        />
      )}
      {made && (
        <ShownOnce
          title={`The token of “${made.name}”`}
          label="Token"
          value={made.token}
          onClose={() => setMade(null)}
        >
          <CopyField
            label="Try it in a terminal"
            isMultiline
            value={`curl -H "Authorization: Bearer ${made.token}" -H "Content-Type: application/json" -d '{"query":"{ organization { name } }"}' ${location.origin}/graphql`}
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
          <p>Whatever uses it is refused at once. This cannot be undone.</p>
        </Confirm>
      )}
    </Page>
  );
}

function columnsOf(revoke: (token: ReportingToken) => void): readonly Column<ReportingToken>[] {
  return [
    { label: "Name", cell: ({ name }) => <strong>{name}</strong> },
    { label: "Made", isTight: true, isMinor: true, cell: ({ createdAt }) => dateText(createdAt) },
    {
      label: "Ends",
      cell: ({ expiresAt }) => expiresAt ? dateText(expiresAt) : "When revoked",
    },
    {
      label: "Last used",
      isMinor: true,
      cell: ({ lastUsedAt }) => lastUsedAt ? <Moment at={lastUsedAt} /> : "Never",
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
