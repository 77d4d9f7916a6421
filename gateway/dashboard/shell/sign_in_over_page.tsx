import { useSyncExternalStore } from "react";
import { queryClient } from "../api/client.ts";
import { keyOf } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { sessionGate } from "../api/session_gate.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SignInForm } from "./sign_in_form.tsx";

/** Asks for the password again over a page whose session has ended; the page and what was typed stay. */
export function SignInOverPage() {
  const { user } = useSession();
  const isClosed = useSyncExternalStore(sessionGate.subscribe, sessionGate.isClosed);
  if (!isClosed) return null;
  return (
    <Dialog title="Sign in to continue" onClose={() => {}} isDismissable={false}>
      <div className="dialog-body">
        <p>
          Your session has ended. Nothing on the page is lost: sign in and go on where you were.
        </p>
        <SignInForm
          email={user.email}
          onSignedIn={(session) => {
            // Somebody else must not go on in what was the other's.
            if (session.user.id !== user.id) return location.reload();
            queryClient.setQueryData(keyOf("session.current"), session);
            sessionGate.open();
          }}
        />
      </div>
    </Dialog>
  );
}
