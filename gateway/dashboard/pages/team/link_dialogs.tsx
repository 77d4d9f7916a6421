import { useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { dateTimeText } from "../../api/time.ts";
import type { Output, StaffUser } from "../../api/types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

interface LinkDialogProps {
  person: StaffUser;
  onClose(): void;
}

/** Makes a one-time link for single sign-on, and shows it once. */
export function LinkDialog({ person: { id, name }, onClose }: LinkDialogProps) {
  const [made, setMade] = useState<Output<"sso.createLink"> | null>(null);
  const create = useWrite("sso.createLink");
  if (made) {
    return (
      <ShownOnce
        title={t("linkOf", { name })}
        label={t("oneTimeLink")}
        value={`${location.origin}${made.link}`}
        onClose={onClose}
      >
        <p className="help">{t("linkEnds", { at: dateTimeText(made.endsAt) })}</p>
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title={t("linkTitle", { name })}
      fields={[]}
      write={create}
      action={t("linkAction")}
      onSubmit={() => create.mutate({ id }, { onSuccess: setMade })}
      onClose={onClose}
    >
      <p>{t("linkText", { name })}</p>
    </FormDialog>
  );
}

/** Removes the link between a person and an account at the provider. */
export function UnlinkDialog({ person: { id, name }, onClose }: LinkDialogProps) {
  const unlink = useWrite("sso.unlink", { changes: ["sso.provider"] });
  return (
    <Confirm
      title={t("unlinkTitle", { name })}
      action={t("unlinkAction")}
      write={unlink}
      input={{ id }}
      onClose={onClose}
      onDone={() => toast(t("unlinked", { name }))}
    >
      <p>{t("unlinkText", { name })}</p>
    </Confirm>
  );
}
