import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { dateText, numberText } from "../../api/time.ts";
import type { ApiKey } from "../../api/types.ts";
import { Badge, EmptyState, EnvironmentBadge, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Moment } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { type KeyQuestion, KeyQuestions } from "./key_questions.tsx";

/** The keys with which other applications call the API. */
export function ApiKeys() {
  const read = useRead("apiKeys.list", undefined, { pollMs: 15_000 });
  const [question, setQuestion] = useState<KeyQuestion | null>(null);
  return (
    <Page
      title="API keys"
      lead="With them your own applications book and read appointments"
      actions={
        <Button kind="primary" icon="plus" onPress={() => setQuestion({ kind: "new" })}>
          New key
        </Button>
      }
    >
      <Loaded read={read}>
        {(keys) =>
          keys.length === 0
            ? (
              <EmptyState title="No keys yet">
                <p>Make one, and book from your website in a minute.</p>
              </EmptyState>
            )
            : (
              <Table
                label="API keys"
                columns={columnsOf(setQuestion)}
                rows={keys.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))}
                keyOf={({ id }) => id}
                isDimmed={({ isActive }) => !isActive}
              />
            )}
      </Loaded>
      <KeyQuestions question={question} ask={setQuestion} />
    </Page>
  );
}

function columnsOf(ask: (question: KeyQuestion) => void): readonly Column<ApiKey>[] {
  return [
    {
      label: "Name",
      cell: ({ name, maskedKey }) => (
        <>
          <strong>{name}</strong>
          <br />
          <code className="muted">{maskedKey}</code>
        </>
      ),
    },
    {
      label: "Environment",
      cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    },
    {
      label: "May",
      isMinor: true,
      cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(", "),
    },
    {
      label: "Calls an hour",
      align: "end",
      isMinor: true,
      cell: ({ rateLimitPerHour }) => numberText(rateLimitPerHour),
    },
    { label: "Made", isTight: true, isMinor: true, cell: ({ createdAt }) => dateText(createdAt) },
    {
      label: "Last used",
      isMinor: true,
      cell: ({ lastUsedAt }) => lastUsedAt ? <Moment at={lastUsedAt} /> : "Never",
    },
    {
      label: "Actions",
      hidesLabel: true,
      align: "end",
      cell: (apiKey) =>
        apiKey.isActive
          ? (
            <Menu
              label={`Actions on ${apiKey.name}`}
              actions={[
                { label: "Rename …", onAction: () => ask({ kind: "rename", apiKey }) },
                { label: "Rotate …", onAction: () => ask({ kind: "rotate", apiKey }) },
                {
                  label: "Revoke …",
                  isDangerous: true,
                  onAction: () => ask({ kind: "revoke", apiKey }),
                },
              ]}
            >
              <Button kind="quiet" icon="more" aria-label={`Actions on ${apiKey.name}`} />
            </Menu>
          )
          : <Badge>Revoked</Badge>,
    },
  ];
}

const scopeWords: Record<string, string> = {
  READ_APPOINTMENTS: "read",
  WRITE_APPOINTMENTS: "book and cancel",
};
