import { useSession } from "../api/session.tsx";
import type { Session } from "../api/types.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SignInForm } from "./sign_in_form.tsx";

/** Asks for the password again over a page whose session has ended; the page and what was typed stay. */
export function SignInOverPage({ onSignedIn }: { onSignedIn(session: Session): void }) {
  const { user } = useSession();
  return (
    <Dialog title="Sign in to continue" onClose={() => {}} isDismissable={false}>
      <div className="dialog-body">
        <p>
          Your session has ended. Nothing on the page is lost: sign in and go on where you were.
        </p>
        <SignInForm email={user.email} onSignedIn={onSignedIn} />
      </div>
    </Dialog>
  );
}
