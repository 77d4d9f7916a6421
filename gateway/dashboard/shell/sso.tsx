import { useEffect } from "react";
import { notifyProved } from "../api/other_tabs.ts";
import { knownSsoPath, ssoOutcome, ssoProofPath } from "../api/sso.ts";
import { stepUp } from "../api/step_up.ts";
import { CancelButton, Dialog, DialogActions } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { toastFault } from "../ui/toast.tsx";
import { t } from "./texts.ts";

/** Returns why a sign-in or a proof by the provider failed; undefined if none has just failed. */
function failureText(): string | undefined {
  return ssoOutcome && ssoOutcome !== "proved" ? t(`sso.failed.${ssoOutcome}`) : undefined;
}

/** Says on the sign-in page why a sign-in by the provider failed. */
export function SsoFailure() {
  const text = failureText();
  if (!text) return null;
  return (
    <div className="fault-box" role="alert">
      <Icon name="warning" />
      <div>{text}</div>
    </div>
  );
}

/** Says to a user who is signed in why a sign-in or a proof by the provider failed. */
export function SsoFailureToast() {
  useEffect(() => {
    const text = failureText();
    if (text) toastFault(text);
  }, []);
  return null;
}

/** The way to the provider, in a browser where somebody has signed in by it. */
export function SsoLink({ inNewTab = false }: { inNewTab?: boolean }) {
  const path = knownSsoPath();
  if (path === undefined) return null;
  return <ProviderLink href={path} kind="plain" inNewTab={inNewTab} text={t("sso.signIn")} />;
}

/** The dialog of a step-up for a user who has signed in by the provider and has no factor here. */
export function SsoProofDialog() {
  const cancel = () => stepUp.end("cancelled");
  return (
    <Dialog title={t("stepUp")} onClose={cancel}>
      <div className="dialog-body">
        <p>{t("stepUpText")}</p>
        <p>{t("sso.proofText")}</p>
      </div>
      <DialogActions>
        <CancelButton onPress={cancel} />
        <ProviderLink href={ssoProofPath} kind="primary" inNewTab text={t("sso.prove")} />
      </DialogActions>
    </Dialog>
  );
}

/** The page after a proof. The tab that asked for it continues, and this one is closed if the browser allows it. */
export function SsoProved() {
  useEffect(() => {
    notifyProved();
    close();
  }, []);
  return (
    <main className="full-page">
      <div className="list sign-in">
        <h1 className="large">{t("sso.proved")}</h1>
        <p>{t("sso.provedText")}</p>
        <a href="/">{t("sso.continueHere")}</a>
      </div>
    </main>
  );
}

/** A link, because it opens a new tab also where a script may not. The provider gets no access to this page. */
function ProviderLink({ href, kind, inNewTab, text }: {
  href: string;
  kind: "plain" | "primary";
  inNewTab: boolean;
  text: string;
}) {
  const tab = inNewTab ? { target: "_blank", rel: "noreferrer" } : {};
  return <a className={`button ${kind}`} href={href} {...tab}>{text}</a>;
}
