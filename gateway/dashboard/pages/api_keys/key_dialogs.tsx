import { useWrite } from "../../api/hooks.ts";
import type { ApiKey } from "../../api/types.ts";
import { Confirm, RenameDialog } from "../../ui/confirm.tsx";
import { KeyOnce, NewKey } from "./new_key.tsx";

export type KeyDialog =
  | { kind: "new" }
  | { kind: "rename" | "rotate" | "revoke"; apiKey: ApiKey }
  | {
    kind: "shown";
    key: string;
    name: string;
  };

const changes = ["apiKeys.list"] as const;

/** The open dialog of the page, if any. */
export function KeyDialogs({ dialog, open }: {
  dialog: KeyDialog | null;
  open(dialog: KeyDialog | null): void;
}) {
  const rename = useWrite("apiKeys.rename", { changes });
  const rotate = useWrite("apiKeys.rotate", { changes });
  const revoke = useWrite("apiKeys.revoke", { changes });
  const close = () => open(null);
  if (!dialog) return null;
  if (dialog.kind === "new") {
    return (
      <NewKey
        onClose={close}
        onCreated={({ key, name }) => open({ kind: "shown", key, name })}
      />
    );
  }
  if (dialog.kind === "shown") {
    return <KeyOnce name={dialog.name} apiKey={dialog.key} onClose={close} />;
  }
  const { apiKey: { id, name } } = dialog;
  if (dialog.kind === "rename") {
    return (
      <RenameDialog
        title={`Rename ${name}`}
        name={name}
        write={rename}
        inputOf={(name) => ({ id, name })}
        onClose={close}
      />
    );
  }
  if (dialog.kind === "rotate") {
    return (
      <Confirm
        title={`Rotate “${name}”?`}
        action="Rotate key"
        write={rotate}
        input={{ id }}
        onClose={close}
        onDone={({ key }) => open({ kind: "shown", key, name })}
      >
        <p>
          The current key stops working at once. A new key with the same name, scopes and limit
          replaces it. Be ready to enter the new key where the old one is used.
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
        Every call with this key is refused from now on. You cannot undo this. The usage log keeps
        its past calls.
      </p>
    </Confirm>
  );
}
