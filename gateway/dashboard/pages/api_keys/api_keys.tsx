import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText, numberText } from "../../api/time.ts";
import type { ApiKey } from "../../api/types.ts";
import { Badge, EnvironmentBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Menu } from "../../ui/menu.tsx";
import { NameDialog } from "../../ui/name_dialog.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { KeyOnce } from "./key_once.tsx";
import { NewKey } from "./new_key.tsx";

type Question = { kind: "new" } | { kind: "rename" | "rotate" | "revoke"; apiKey: ApiKey } | {
  kind: "shown";
  key: string;
  name: string;
};

const changes = ["apiKeys.list"] as const;

/** The keys with which other applications call the API. */
export function ApiKeys() {
  const read = useRead("apiKeys.list", undefined, { pollMs: 15_000 });
  const [question, setQuestion] = useState<Question | null>(null);
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
      <Questions question={question} ask={setQuestion} />
    </Page>
  );
}

function columnsOf(ask: (question: Question) => void): readonly Column<ApiKey>[] {
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

function Questions({ question, ask }: {
  question: Question | null;
  ask(question: Question | null): void;
}) {
  const rename = useWrite("apiKeys.rename", { changes });
  const rotate = useWrite("apiKeys.rotate", { changes });
  const revoke = useWrite("apiKeys.revoke", { changes });
  const close = () => ask(null);
  if (!question) return null;
  if (question.kind === "new") {
    return <NewKey onClose={close} onMade={({ key, name }) => ask({ kind: "shown", key, name })} />;
  }
  if (question.kind === "shown") {
    return <KeyOnce name={question.name} apiKey={question.key} onClose={close} />;
  }
  const { apiKey: { id, name } } = question;
  if (question.kind === "rename") {
    return (
      <NameDialog
        title={`Rename ${name}`}
        name={name}
        write={rename}
        inputOf={(name) => ({ id, name })}
        onClose={close}
      />
    );
  }
  if (question.kind === "rotate") {
    return (
      <Confirm
        title={`Rotate “${name}”?`}
        action="Rotate key"
        write={rotate}
        input={{ id }}
        onClose={close}
        onDone={({ key }) => ask({ kind: "shown", key, name })}
      >
        <p>
          The key until now stops working at once, and a new one of the same name, scopes and limit
          takes its place. Have the place at hand where the new one goes.
        </p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Revoke “${name}”?`}
      action="Revoke key"
      write={revoke}
      input={{ id }}
      onClose={close}
    >
      <p>
        Whatever uses this key is refused from its next call on. This cannot be undone; its calls
        stay in the usage log.
      </p>
    </Confirm>
  );
}
