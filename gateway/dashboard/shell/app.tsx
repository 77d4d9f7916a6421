import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { queryClient } from "../api/client.ts";
import { hasErrorCode } from "../api/errors.ts";
import { keyOf, useRead, useReadError } from "../api/hooks.ts";
import { notifyOtherTabs } from "../api/other_tabs.ts";
import { SessionProvider } from "../api/session.tsx";
import { maybeSignedIn, rememberSignedIn } from "../api/signed_in_hint.ts";
import { sessionGuard } from "../api/session_guard.ts";
import { ssoOutcome } from "../api/sso.ts";
import type { Session } from "../api/types.ts";
import { LoadError } from "../ui/error_box.tsx";
import { onDemand } from "../ui/on_demand.tsx";
import { discardAllInput } from "../ui/unsaved.tsx";
import { Frame } from "./frame.tsx";
import { SignInOverPage, SignInPage } from "./sign_in.tsx";
import { StepUpDialog } from "./step_up_dialog.tsx";

const SsoOutcome = onDemand(async () => (await import("./sso_outcome.tsx")).SsoOutcome);
const FirstFactor = onDemand(async () => (await import("./first_factor.tsx")).FirstFactor);
const FirstPassword = onDemand(async () => (await import("./first_password.tsx")).FirstPassword);

/** Shows what the user must do first, or the pages. */
export function App() {
  return (
    <>
      {ssoOutcome !== "proved" && <SignedInApp />}
      {ssoOutcome && (
        <Suspense>
          <SsoOutcome />
        </Suspense>
      )}
    </>
  );
}

/** Shows the sign-in page, the form that replaces a one-time password, or the pages. */
function SignedInApp() {
  const [mayBeSignedIn, setMayBeSignedIn] = useState(maybeSignedIn);
  const session = useRead("session.current", undefined, {
    staleMs: 300_000,
    isEnabled: mayBeSignedIn,
  });
  const failure = useReadError(session);
  const current = session.data;
  const guard = useSyncExternalStore(sessionGuard.subscribe, sessionGuard.state);
  useEffect(() => {
    if (current) rememberSignedIn();
  }, [current]);
  const ssoUserId = current?.user.bySso ? current.user.id : undefined;
  useEffect(() => {
    // A sign-in by the provider loads this page, and other tabs may wait for it.
    if (ssoUserId !== undefined) notifyOtherTabs(ssoUserId);
  }, [ssoUserId]);
  useEffect(() => {
    // A reload removes everything that the first user has read and typed.
    if (guard !== "other") return;
    discardAllInput();
    location.reload();
  }, [guard]);
  const [oneTimePassword, setOneTimePassword] = useState<string>();
  function enter(session: Session, password: string): void {
    setOneTimePassword(session.user.mustChangePassword ? password : undefined);
    queryClient.setQueryData(keyOf("session.current"), session);
    notifyOtherTabs(session.user.id);
    setMayBeSignedIn(true);
  }
  if (guard === "other") return <main className="full-page" aria-busy="true" />;
  if (current) {
    return (
      <SessionProvider session={current}>
        {current.user.mustChangePassword
          ? (
            <Suspense fallback={<main className="full-page" aria-busy="true" />}>
              <FirstPassword oneTimePassword={oneTimePassword} />
            </Suspense>
          )
          : current.user.mustAddFactor
          ? (
            <Suspense fallback={<main className="full-page" aria-busy="true" />}>
              <FirstFactor />
            </Suspense>
          )
          : <Frame />}
        <StepUpDialog />
        {guard === "closed" && <SignInOverPage onSignedIn={enter} />}
      </SessionProvider>
    );
  }
  if (!mayBeSignedIn) return <SignInPage onSignedIn={enter} />;
  if (failure === null) return <main className="full-page" aria-busy="true" />;
  if (hasErrorCode(failure, "UNAUTHENTICATED")) return <SignInPage onSignedIn={enter} />;
  return (
    <main className="full-page">
      <LoadError
        error={failure}
        isRetrying={session.isFetching}
        onRetry={() => void session.refetch()}
      />
    </main>
  );
}
