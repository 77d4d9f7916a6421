import { Suspense, useState, useSyncExternalStore } from "react";
import { readNow, useWrite } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { stepUp } from "../api/step_up.ts";
import { FormDialog } from "../ui/form_dialog.tsx";
import { onDemand } from "../ui/on_demand.tsx";
import { PasswordField } from "../ui/password_field.tsx";
import { CodeField, PasskeyButton } from "../ui/proof_fields.tsx";
import { t } from "./texts.ts";

const SsoProofDialog = onDemand(async () => (await import("./sso_outcome.tsx")).SsoProofDialog);

/** Asks who the user is when a request needs a fresh proof. The page and its dialogs stay open behind it. */
export function StepUpDialog() {
  const isAsking = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking);
  const { user: { bySso, hasFactor } } = useSession();
  if (!isAsking) return null;
  // The password is no proof in a session by the provider (core/access/README.md 15).
  if (!bySso || hasFactor) return <ProofDialog />;
  return (
    <Suspense>
      <SsoProofDialog />
    </Suspense>
  );
}

function ProofDialog() {
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
            label={t("password")}
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
