import { useSession } from "../api/session.tsx";
import { toast } from "../ui/toast.tsx";
import { PasswordForm } from "./password_form.tsx";
import { SignOut } from "./sign_out.tsx";

/** Whose password is a one-time one gets nowhere before it is changed. */
export function FirstPassword() {
  const { user } = useSession();
  return (
    <main className="full-page">
      <div className="sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Choose your password</h1>
        <p className="muted">
          Welcome, {user.name}. The password you came with works once; choose your own to go on.
        </p>
        <PasswordForm
          currentLabel="One-time password"
          onChanged={() => toast("Your password is changed")}
        />
        <SignOut />
      </div>
    </main>
  );
}
