import { useEffect, useState, useSyncExternalStore } from "react";
import { queryClient } from "../api/client.ts";
import { isRefusal } from "../api/errors.ts";
import { keyOf, useRead } from "../api/hooks.ts";
import { tellOtherTabs } from "../api/other_tabs.ts";
import { SessionProvider } from "../api/session.tsx";
import { maybeSignedIn, noteSignedIn } from "../api/signed_in_hint.ts";
import { sessionGate } from "../api/session_gate.ts";
import type { Session } from "../api/types.ts";
import { ReadFault } from "../ui/fault.tsx";
import { FirstPassword } from "./password_form.tsx";
import { Frame } from "./frame.tsx";
import { SignInOverPage, SignInPage } from "./sign_in.tsx";

/** Everything: who is not signed in signs in, whose password is a one-time one changes it, others work. */
export function App() {
  const [isAsking, setIsAsking] = useState(maybeSignedIn);
  const session = useRead("session.current", undefined, { staleMs: 300_000, isEnabled: isAsking });
  const who = session.data;
  const gate = useSyncExternalStore(sessionGate.subscribe, sessionGate.state);
  useEffect(() => {
    if (who) noteSignedIn();
  }, [who]);
  useEffect(() => {
    // Somebody else must not go on in what was the first one's: what was read and typed goes.
    if (gate === "other") location.reload();
  }, [gate]);
  function enter(session: Session): void {
    queryClient.setQueryData(keyOf("session.current"), session);
    tellOtherTabs(session.user.id);
    setIsAsking(true);
  }
  if (gate === "other") return <main className="full-page" aria-busy="true" />;
  if (who) {
    return (
      <SessionProvider session={who}>
        {who.user.mustChangePassword ? <FirstPassword /> : <Frame />}
        {gate === "closed" && <SignInOverPage onSignedIn={enter} />}
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
