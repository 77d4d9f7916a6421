import { useWrite } from "../../api/hooks.ts";
import type { StaffUser } from "../../api/types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { InviteDialog, RoleDialog } from "./role_dialogs.tsx";

export type TeamDialog =
  | { kind: "invite" }
  | { kind: "role" | "password" | "disable" | "enable"; person: StaffUser }
  | { kind: "shown"; name: string; password: string };

const changes = ["staff.list"] as const;

/** The open dialog of the page, if any. */
export function TeamDialogs({ dialog, open }: {
  dialog: TeamDialog | null;
  open(dialog: TeamDialog | null): void;
}) {
  const reset = useWrite("staff.resetPassword", { changes });
  const disable = useWrite("staff.disable", { changes });
  const enable = useWrite("staff.enable", { changes });
  const close = () => open(null);
  if (!dialog) return null;
  if (dialog.kind === "invite") {
    return (
      <InviteDialog
        onClose={close}
        onCreated={(created) => open({ kind: "shown", ...created })}
      />
    );
  }
  if (dialog.kind === "shown") {
    return (
      <ShownOnce
        title={`${dialog.name}’s one-time password`}
        label="One-time password"
        value={dialog.password}
        onClose={close}
      >
        <p className="help">{dialog.name} must replace it at the first sign-in.</p>
      </ShownOnce>
    );
  }
  const { person: { id, name } } = dialog;
  if (dialog.kind === "role") return <RoleDialog person={dialog.person} onClose={close} />;
  if (dialog.kind === "password") {
    return (
      <Confirm
        title={`Give ${name} a one-time password?`}
        action="Create one-time password"
        write={reset}
        input={{ id }}
        onClose={close}
        onDone={({ oneTimePassword }) => open({ kind: "shown", name, password: oneTimePassword })}
      >
        <p>The current password stops working, and {name} is signed out everywhere.</p>
      </Confirm>
    );
  }
  const isDisabling = dialog.kind === "disable";
  return (
    <Confirm
      title={isDisabling ? `Disable ${name}?` : `Enable ${name}?`}
      action={isDisabling ? "Disable" : "Enable"}
      write={isDisabling ? disable : enable}
      input={{ id }}
      onClose={close}
      onDone={() => toast(isDisabling ? `${name} disabled` : `${name} enabled`)}
    >
      <p>
        {isDisabling
          ? `${name} is signed out at once and cannot sign in. Their past actions stay in the audit.`
          : `${name} can sign in again with the same password.`}
      </p>
    </Confirm>
  );
}
