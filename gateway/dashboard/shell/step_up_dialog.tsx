import { Suspense, useSyncExternalStore } from "react";
import { useSession } from "../api/session.tsx";
import { stepUp } from "../api/step_up.ts";
import { DialogBoundary } from "../ui/error_boundary.tsx";
import { onDemand } from "../ui/on_demand.tsx";

const ProofDialog = onDemand(async () => (await import("./proof_dialog.tsx")).ProofDialog);
const SsoProofDialog = onDemand(async () => (await import("./sso_outcome.tsx")).SsoProofDialog);

/** Asks who the user is when a request needs a fresh proof. The page and its dialogs stay open behind it. */
export function StepUpDialog() {
  const isAsking = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking);
  const { user: { bySso, hasFactor } } = useSession();
  if (!isAsking) return null;
  return (
    <DialogBoundary onClose={() => stepUp.end("cancelled")}>
      <Suspense>
        {/* The password is no proof in a session by the provider (core/access/README.md 15). */}
        {bySso && !hasFactor ? <SsoProofDialog /> : <ProofDialog />}
      </Suspense>
    </DialogBoundary>
  );
}
