import { useWrite } from "../../api/hooks.ts";
import type { ApiKey } from "../../api/types.ts";
import { Confirm, NameDialog } from "../../ui/confirm.tsx";
import { KeyOnce, NewKey } from "./new_key.tsx";

export type KeyQuestion =
  | { kind: "new" }
  | { kind: "rename" | "rotate" | "revoke"; apiKey: ApiKey }
  | {
    kind: "shown";
    key: string;
    name: string;
  };

const changes = ["apiKeys.list"] as const;

/** What is asked before something is done with a key, and the key on the one occasion that shows it. */
export function KeyQuestions({ question, ask }: {
  question: KeyQuestion | null;
  ask(question: KeyQuestion | null): void;
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
