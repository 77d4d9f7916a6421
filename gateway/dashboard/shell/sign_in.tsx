import { useEffect, useState } from "react";
import { useWrite } from "../api/hooks.ts";
import type { Session } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useSession } from "../api/session.tsx";
import { Dialog } from "../ui/dialog.tsx";

function SignInForm({ email: knownEmail = "", onSignedIn }: {
  email?: string;
  onSignedIn(session: Session): void;
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
          onSuccess: onSignedIn,
          onError: () => setPassword(""),
        })}
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        autoFocus={knownEmail === ""}
        isRequired
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus={knownEmail !== ""}
        isRequired
      />
      <Button type="submit" kind="primary" className="block" isPending={signIn.isPending}>
        Sign in
      </Button>
    </Form>
  );
}

/** Asks for the password over a page whose session has ended. The page and the typed text stay. */
export function SignInOverPage({ onSignedIn }: { onSignedIn(session: Session): void }) {
  const { user } = useSession();
  return (
    <Dialog title="Sign in to continue" onClose={() => {}} isDismissable={false}>
      <div className="dialog-body">
        <p>
          Your session has ended. Nothing on the page is lost. Sign in to continue where you were.
        </p>
        <SignInForm email={user.email} onSignedIn={onSignedIn} />
      </div>
    </Dialog>
  );
}

/** The page of a visitor who is not signed in. */
export function SignInPage({ onSignedIn }: { onSignedIn(session: Session): void }) {
  useEffect(() => {
    document.title = "Sign in · Appointments";
  }, []);
  return (
    <main className="full-page">
      <div className="sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Sign in</h1>
        <p className="muted">Sign in to the appointments of your organization.</p>
        <SignInForm onSignedIn={onSignedIn} />
        <p className="muted small">
          Forgot your password? An owner of your organization can give you a one-time password under
          Team.
        </p>
      </div>
    </main>
  );
}
