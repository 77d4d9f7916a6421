import { useEffect } from "react";
import type { Session } from "../api/types.ts";
import { SignInForm } from "./sign_in_form.tsx";

/** The first page of whoever is not signed in. */
export function SignInPage({ onSignedIn }: { onSignedIn(session: Session): void }) {
  useEffect(() => {
    document.title = "Sign in · Appointments";
  }, []);
  return (
    <main className="full-page">
      <div className="sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Sign in</h1>
        <p className="muted">To the front desk of your organization</p>
        <SignInForm onSignedIn={onSignedIn} />
        <p className="muted small">
          Forgotten the password? An owner of your organization can give you a new one under Team.
        </p>
      </div>
    </main>
  );
}
