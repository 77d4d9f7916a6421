import { useEffect } from "react";
import { notifyProved } from "../api/other_tabs.ts";
import { ssoOutcome, ssoProofPath } from "../api/sso.ts";
import { stepUp } from "../api/step_up.ts";
import { CancelButton, Dialog, DialogActions } from "../ui/dialog.tsx";
import { toastFault } from "../ui/toast.tsx";
import { ProviderLink } from "./sso.tsx";
import { t } from "./sso_texts.ts";
import { t as stepUpTexts } from "./step_up_texts.ts";

/** Says how a sign-in or a proof by the provider has ended. */
export function SsoOutcome() {
  return ssoOutcome === "proved" ? <Proved /> : <Failure />;
}

function Failure() {
  useEffect(() => {
    if (ssoOutcome && ssoOutcome !== "proved") toastFault(t(`failed.${ssoOutcome}`));
  }, []);
  return null;
}

/** The dialog of a step-up for a user who has signed in by the provider and has no factor here. */
export function SsoProofDialog() {
  const cancel = () => stepUp.end("cancelled");
  return (
    <Dialog title={stepUpTexts("stepUp")} onClose={cancel}>
      <div className="dialog-body">
        <p>{stepUpTexts("stepUpText")}</p>
        <p>{t("proofText")}</p>
      </div>
      <DialogActions>
        <CancelButton onPress={cancel} />
        <ProviderLink href={ssoProofPath} kind="primary" inNewTab text={t("prove")} />
      </DialogActions>
    </Dialog>
  );
}

/** The page after a proof. The tab that asked for it continues, and this one is closed if the browser allows it. */
function Proved() {
  useEffect(() => {
    notifyProved();
    close();
  }, []);
  return (
    <main className="full-page">
      <div className="list sign-in">
        <h1 className="large">{t("proved")}</h1>
        <p>{t("provedText")}</p>
        <a href="/">{t("continueHere")}</a>
      </div>
    </main>
  );
}
