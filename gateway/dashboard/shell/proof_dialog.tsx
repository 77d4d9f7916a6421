import { useState } from "react";
import { readNow, useWrite } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { stepUp } from "../api/step_up.ts";
import { FormDialog } from "../ui/form_dialog.tsx";
import { PasswordField } from "../ui/password_field.tsx";
import { CodeField, PasskeyButton } from "../ui/proof_fields.tsx";
import { t } from "./step_up_texts.ts";
import { t as shell } from "./texts.ts";

/** The dialog of a step-up for a user who has a second factor or a password. */
export function ProofDialog() {
  const { user: { hasFactor } } = useSession();
  const [typed, setTyped] = useState("");
  const prove = useWrite("session.prove");
  const send = (proof: { password: string } | { code: string } | { passkey: object }) =>
    prove.mutate(proof, { onSuccess: () => stepUp.end("proved") });
  return (
    <FormDialog
      title={t("stepUp")}
      fields={[hasFactor ? "code" : "password"]}
      write={prove}
      action={t("confirm")}
      onSubmit={() => send(hasFactor ? { code: typed } : { password: typed })}
      onClose={() => stepUp.end("cancelled")}
    >
      <p>{t("stepUpText")}</p>
      {hasFactor
        ? (
          <>
            <CodeField value={typed} onChange={setTyped} />
            <PasskeyButton
              start={() => readNow("factors.startProof")}
              onAnswer={(passkey) => send({ passkey })}
              isPending={prove.isPending}
            />
          </>
        )
        : (
          <PasswordField
            label={shell("password")}
            name="password"
            autoComplete="current-password"
            value={typed}
            onChange={setTyped}
            autoFocus
          />
        )}
    </FormDialog>
  );
}
