import { useWrite } from "../../api/hooks.ts";
import type { StaffUser } from "../../api/types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { InviteDialog, RoleDialog } from "./role_dialogs.tsx";
import { t } from "./texts.ts";

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
        title={t("passwordOf", { name: dialog.name })}
        label={t("oneTimePassword")}
        value={dialog.password}
        onClose={close}
      >
        <p className="help">{t("mustReplace", { name: dialog.name })}</p>
      </ShownOnce>
    );
  }
  const { person: { id, name } } = dialog;
  if (dialog.kind === "role") return <RoleDialog person={dialog.person} onClose={close} />;
  if (dialog.kind === "password") {
    return (
      <Confirm
        title={t("resetTitle", { name })}
        action={t("reset")}
        write={reset}
        input={{ id }}
        onClose={close}
        onDone={({ oneTimePassword }) => open({ kind: "shown", name, password: oneTimePassword })}
      >
        <p>{t("resetText", { name })}</p>
      </Confirm>
    );
  }
  const isDisabling = dialog.kind === "disable";
  return (
    <Confirm
      title={t(isDisabling ? "disableTitle" : "enableTitle", { name })}
      action={t(isDisabling ? "disableAction" : "enableAction")}
      write={isDisabling ? disable : enable}
      input={{ id }}
      onClose={close}
      onDone={() => toast(t(isDisabling ? "isDisabled" : "isEnabled", { name }))}
    >
      <p>
        {t(isDisabling ? "disableText" : "enableText", { name })}
      </p>
    </Confirm>
  );
}
