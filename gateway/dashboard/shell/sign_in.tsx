import { useEffect, useState } from "react";
import { hasErrorCode, isSaid } from "../api/errors.ts";
import { readNow, useWrite } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Session } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password_field.tsx";
import { CodeField, PasskeyButton } from "../ui/proof_fields.tsx";
import { SsoLink } from "./sso.tsx";
import { t } from "./texts.ts";
import { t as ui } from "../ui/texts.ts";

/** Takes the new session, and the typed password for the page that replaces a one-time password. */
type OnSignedIn = (session: Session, password: string) => void;

function SignInForm({ email: knownEmail = "", onSignedIn }: {
  email?: string;
  onSignedIn: OnSignedIn;
}) {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string | null>(null);
  // After many guesses of strangers, only a code lets the right password in at once.
  const [earlyCode, setEarlyCode] = useState<string | null>(null);
  const signIn = useWrite("session.signIn");
  const byPasskey = useWrite("session.signInWithPasskey");
  const error = byPasskey.error ?? signIn.error;
  // The first answer that asks for a code is a step and no fault.
  const isStep = hasErrorCode(error, "FACTOR_REQUIRED") && code === "";
  function submit(): void {
    byPasskey.reset();
    signIn.mutate({ email, password, code: code ?? (earlyCode || null) }, {
      onSuccess: (session) => onSignedIn(session, password),
      onError(refusal) {
        if (hasErrorCode(refusal, "FACTOR_REQUIRED")) setCode(code ?? "");
        else if (isSaid(refusal, "signInDelayed")) setEarlyCode(earlyCode ?? "");
        else if (code === null) setPassword("");
      },
    });
  }
  return (
    <Form error={isStep ? null : error} fields={["email", "password", "code"]} onSubmit={submit}>
      {code === null
        ? (
          <>
            <TextField
              label={t("email")}
              name="email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={setEmail}
              autoFocus={knownEmail === ""}
              isRequired
            />
            <PasswordField
              label={t("password")}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              autoFocus={knownEmail !== ""}
            />
            {earlyCode !== null && (
              <CodeField
                label={t("codeIfAny")}
                description={t("nextCode")}
                value={earlyCode}
                onChange={setEarlyCode}
                isRequired={false}
              />
            )}
          </>
        )
        : <CodeField value={code} onChange={setCode} />}
      <Button type="submit" kind="primary" isPending={signIn.isPending}>
        {t("signIn")}
      </Button>
      <PasskeyButton
        start={() =>
          readNow("session.startPasskey")}
        onAnswer={(passkey) => {
          signIn.reset();
          byPasskey.mutate({ passkey }, {
            onSuccess: (session) =>
              onSignedIn(session, ""),
          });
        }}
        isPending={byPasskey.isPending}
      />
      {code !== null && (
        <Button
          kind="quiet"
          onPress={() => {
            signIn.reset();
            setCode(null);
            setPassword("");
          }}
        >
          {t("otherAccount")}
        </Button>
      )}
    </Form>
  );
}

/**
 * Asks for the password over a page whose session has ended. The page and the typed text stay, but they are hidden:
 * anybody at the counter could read the names on them.
 */
export function SignInOverPage({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  const { user } = useSession();
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset["locked"] = "";
    return () => {
      delete dataset["locked"];
    };
  }, []);
  return (
    <Dialog title={t("sessionEnded")} onClose={() => {}} isDismissable={false}>
      <div className="dialog-body session-ended">
        <p>{t("sessionEndedText")}</p>
        <SsoLink inNewTab />
        <SignInForm email={user.email} onSignedIn={onSignedIn} />
      </div>
    </Dialog>
  );
}

/** The page of a visitor who is not signed in. */
export function SignInPage({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  useEffect(() => {
    document.title = ui("documentTitle", { page: t("signIn") });
  }, []);
  return (
    <main className="full-page">
      <div className="list sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1 className="large">{t("signIn")}</h1>
        <p className="muted">{t("signInLead")}</p>
        <SsoLink />
        <SignInForm onSignedIn={onSignedIn} />
        <p className="muted small">{t("forgot")}</p>
        <p className="muted small">{t("sso.whereText")}</p>
      </div>
    </main>
  );
}
