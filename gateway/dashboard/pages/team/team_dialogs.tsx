import { useWrite } from "../../api/hooks.ts";
import type { StaffUser } from "../../api/types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { LinkDialog, UnlinkDialog } from "./link_dialogs.tsx";
import { RoleDialog } from "./role_dialogs.tsx";
import { t } from "./texts.ts";

/** The one-time password of a person. */
export interface OneTimePassword {
  name: string;
  password: string;
}

export type TeamDialog =
  | {
    kind: "role" | "password" | "sessions" | "disable" | "enable" | "link" | "unlink";
    person: StaffUser;
  }
  | { kind: "shown" } & OneTimePassword;

const changes = ["staff.list"] as const;

/** The open dialog of the page, if any. */
export function TeamDialogs({ dialog, open }: {
  dialog: TeamDialog | null;
  open(dialog: TeamDialog | null): void;
}) {
  const reset = useWrite("staff.resetPassword", { changes });
  const endSessions = useWrite("staff.endSessions", { changes });
  const disable = useWrite("staff.disable", { changes });
  const enable = useWrite("staff.enable", { changes });
  const close = () => open(null);
  if (!dialog) return null;
  if (dialog.kind === "shown") return <PasswordOnce {...dialog} onClose={close} />;
  const { person: { id, name } } = dialog;
  if (dialog.kind === "link") return <LinkDialog person={dialog.person} onClose={close} />;
  if (dialog.kind === "unlink") return <UnlinkDialog person={dialog.person} onClose={close} />;
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
  if (dialog.kind === "sessions") {
    return (
      <Confirm
        title={t("endSessionsTitle", { name })}
        action={t("endSessionsAction")}
        write={endSessions}
        input={{ id }}
        onClose={close}
        onDone={() => toast(t("sessionsEnded", { name }))}
      >
        <p>{t("endSessionsText")}</p>
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

/** Shows a one-time password once. */
export function PasswordOnce({ name, password, onClose }: OneTimePassword & { onClose(): void }) {
  return (
    <ShownOnce
      title={t("passwordOf", { name })}
      label={t("oneTimePassword")}
      value={password}
      onClose={onClose}
    >
      <p className="help">{t("mustReplace", { name })}</p>
    </ShownOnce>
  );
}
