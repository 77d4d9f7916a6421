import { useSession } from "../api/session.tsx";
import { PasswordForm } from "../pages/settings/password_form.tsx";
import { toast } from "../ui/toast.tsx";
import { SignOut } from "./sign_out.tsx";
import { t } from "./first_sign_in_texts.ts";
import { t as shell } from "./texts.ts";

/** The page of a user with a one-time password: they must replace it first. */
export function FirstPassword({ oneTimePassword }: { oneTimePassword: string | undefined }) {
  const { user } = useSession();
  return (
    <main className="full-page">
      <div className="list sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1 className="large">{t("choosePassword")}</h1>
        <p className="muted">{t("choosePasswordText", { name: user.name })}</p>
        <PasswordForm
          known={oneTimePassword}
          currentLabel={t("oneTimePassword")}
          onChanged={() => toast(shell("passwordChanged"))}
        />
        <SignOut />
      </div>
    </main>
  );
}
