import { useEffect, useState } from "react";
import { queryClient } from "../api/client.ts";
import { isRefusal } from "../api/errors.ts";
import { keyOf, useRead } from "../api/hooks.ts";
import { SessionProvider } from "../api/session.tsx";
import { maybeSignedIn, noteSignedIn } from "../api/signed_in_hint.ts";
import { sessionGate } from "../api/session_gate.ts";
import type { Session } from "../api/types.ts";
import { ReadFault } from "../ui/fault.tsx";
import { FirstPassword } from "./first_password.tsx";
import { Frame } from "./frame.tsx";
import { SignInOverPage } from "./sign_in_over_page.tsx";
import { SignInPage } from "./sign_in_page.tsx";

/** Everything: who is not signed in signs in, whose password is a one-time one changes it, others work. */
export function App() {
  const [isAsking, setIsAsking] = useState(maybeSignedIn);
  const session = useRead("session.current", undefined, { staleMs: 300_000, isEnabled: isAsking });
  const who = session.data;
  useEffect(() => {
    if (!who) return;
    noteSignedIn();
    sessionGate.open();
  }, [who]);
  function enter(session: Session): void {
    queryClient.setQueryData(keyOf("session.current"), session);
    setIsAsking(true);
  }
  if (who) {
    return (
      <SessionProvider session={who}>
        {who.user.mustChangePassword ? <FirstPassword /> : <Frame />}
        <SignInOverPage />
      </SessionProvider>
    );
  }
  if (!isAsking) return <SignInPage onSignedIn={enter} />;
  if (!session.isError) return <main className="full-page" aria-busy="true" />;
  if (isRefusal(session.error, "UNAUTHENTICATED")) return <SignInPage onSignedIn={enter} />;
  return (
    <main className="full-page">
      <ReadFault error={session.error} onRetry={() => void session.refetch()} />
    </main>
  );
}
