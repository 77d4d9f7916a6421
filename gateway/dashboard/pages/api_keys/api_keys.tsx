import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { dateText, numberText } from "../../api/time.ts";
import type { ApiKey } from "../../api/types.ts";
import { Badge, EmptyState, EnvironmentBadge, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { type KeyDialog, KeyDialogs } from "./key_dialogs.tsx";

/** The API keys of the organization. */
export function ApiKeys() {
  const read = useRead("apiKeys.list");
  const [dialog, setDialog] = useState<KeyDialog | null>(null);
  return (
    <Page
      title="API keys"
      lead="Your own applications use them to read and book appointments"
      actions={
        <Button kind="primary" icon="plus" onPress={() => setDialog({ kind: "new" })}>
          New key
        </Button>
      }
    >
      <Loaded read={read}>
        {(keys) =>
          keys.length === 0
            ? (
              <EmptyState title="No API keys yet">
                <p>Create a key to book appointments from your website.</p>
              </EmptyState>
            )
            : (
              <Table
                label="API keys"
                columns={columnsOf(setDialog)}
                rows={keys.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))}
                keyOf={({ id }) => id}
                isDimmed={({ isActive }) => !isActive}
              />
            )}
      </Loaded>
      <KeyDialogs dialog={dialog} open={setDialog} />
    </Page>
  );
}

function columnsOf(open: (dialog: KeyDialog) => void): readonly Column<ApiKey>[] {
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
      label: "Scopes",
      isMinor: true,
      cell: ({ scopes }) => scopes.map((scope) => scopeNames[scope]).join(", "),
    },
    {
      label: "Calls per hour",
      align: "end",
      isMinor: true,
      cell: ({ rateLimitPerHour }) => numberText(rateLimitPerHour),
    },
    {
      label: "Created",
      isTight: true,
      isMinor: true,
      cell: ({ createdAt }) => dateText(createdAt),
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
      cell: (apiKey) =>
        apiKey.isActive
          ? (
            <Menu
              label={`Actions for ${apiKey.name}`}
              actions={[
                { label: "Rename …", onAction: () => open({ kind: "rename", apiKey }) },
                { label: "Rotate …", onAction: () => open({ kind: "rotate", apiKey }) },
                {
                  label: "Revoke …",
                  isDangerous: true,
                  onAction: () => open({ kind: "revoke", apiKey }),
                },
              ]}
            >
              <Button kind="quiet" icon="more" aria-label={`Actions for ${apiKey.name}`} />
            </Menu>
          )
          : <Badge>Revoked</Badge>,
    },
  ];
}

const scopeNames: Record<string, string> = {
  READ_APPOINTMENTS: "read",
  WRITE_APPOINTMENTS: "book and cancel",
};
