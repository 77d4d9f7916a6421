import { useSession } from "../api/session.tsx";
import { Factors } from "../pages/account/factors.tsx";
import { SignOut } from "./sign_out.tsx";
import { t } from "./first_sign_in_texts.ts";

/** The page of a user who must add a second factor before anything else. */
export function FirstFactor() {
  const { user } = useSession();
  return (
    <main className="full-page">
      <div className="list sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1 className="large">{t("addFactor")}</h1>
        <p className="muted">{t("addFactorText", { name: user.name })}</p>
        <Factors />
        <SignOut />
      </div>
    </main>
  );
}
