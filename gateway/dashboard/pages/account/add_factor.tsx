import { useEffect, useState } from "react";
import { readNow, useWrite } from "../../api/hooks.ts";
import { isPasskeyCancelled, makePasskey } from "../../api/passkeys.ts";
import type { Output } from "../../api/types.ts";
import { QrCode } from "../../desk/qr_code.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { CodeField } from "../../ui/proof_fields.tsx";
import { t as proof } from "../../ui/proof_texts.ts";
import { CopyField } from "../../ui/shown_once.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { changes, NameField } from "./factor_dialogs.tsx";
import { t } from "./factor_texts.ts";

interface AddProps {
  onClose(): void;
  /** Takes the recovery codes, which come with the first factor only. */
  onAdded(codes: readonly string[] | null): void;
}

/** The form that adds an authenticator app: its QR code, and a code that shows that the app has it. */
export function AddApp({ onClose, onAdded }: AddProps) {
  const [started, setStarted] = useState<Output<"factors.startTotp">>();
  const [name, setName] = useState(t("kind.TOTP"));
  const [code, setCode] = useState("");
  const add = useWrite("factors.addTotp", { changes });
  // Past the cache: another read would replace the seed that the app has just got.
  useEffect(() => void readNow("factors.startTotp").then(setStarted, toastError), []);
  return (
    <FormDialog
      title={t("addApp")}
      fields={["name", "code"]}
      write={add}
      action={t("add")}
      onSubmit={() =>
        started && add.mutate({ name, secret: started.secret, code }, {
          onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
        })}
      onClose={onClose}
    >
      <p>{t("addAppText")}</p>
      {started
        ? (
          <>
            <QrCode text={started.address} label={t("qrCode")} />
            <CopyField label={t("secret")} value={started.secret} />
          </>
        )
        : <Skeleton rows={3} />}
      <NameField value={name} onChange={setName} autoFocus={false} />
      <CodeField label={t("appCode")} value={code} onChange={setCode} />
    </FormDialog>
  );
}

/** The form that adds a passkey. The browser then asks where to keep it. */
export function AddPasskey({ onClose, onAdded }: AddProps) {
  const [name, setName] = useState(t("kind.PASSKEY"));
  const [isAsking, setIsAsking] = useState(false);
  const add = useWrite("factors.addPasskey", { changes });
  async function make(): Promise<void> {
    setIsAsking(true);
    try {
      // Before the browser makes a passkey that the service would then refuse.
      await readNow("session.requireFresh");
      const passkey = await makePasskey(await readNow("factors.startPasskey"));
      const { recoveryCodes } = await add.mutateAsync({ name, passkey });
      onAdded(recoveryCodes);
    } catch (error) {
      if (isPasskeyCancelled(error)) toast(proof("passkeyCancelled"));
      else if (!add.isError) toastError(error);
    } finally {
      setIsAsking(false);
    }
  }
  return (
    <FormDialog
      title={t("addPasskey")}
      fields={["name"]}
      write={{ error: add.error, isPending: add.isPending || isAsking }}
      action={t("add")}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <p>{t("addPasskeyText")}</p>
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}
