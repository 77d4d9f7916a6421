import { useEffect, useState } from "react";
import { useWrite } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Session } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password_field.tsx";
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
  const signIn = useWrite("session.signIn");
  return (
    <Form
      error={signIn.error}
      fields={["email", "password"]}
      onSubmit={() =>
        signIn.mutate({ email, password }, {
          onSuccess: (session) => onSignedIn(session, password),
          onError: () => setPassword(""),
        })}
    >
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
      <Button type="submit" kind="primary" isPending={signIn.isPending}>
        {t("signIn")}
      </Button>
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
        <SignInForm onSignedIn={onSignedIn} />
        <p className="muted small">{t("forgot")}</p>
      </div>
    </main>
  );
}
