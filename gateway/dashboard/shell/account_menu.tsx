import { Suspense, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useLocation } from "wouter";
import { useSession } from "../api/session.tsx";
import { chooseLanguage, language, languageNames, languages } from "../messages/language.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { onDemand } from "../ui/on_demand.tsx";
import { zoneText } from "../ui/page.tsx";
import { toast } from "../ui/toast.tsx";
import { signOut } from "./sign_out.tsx";
import { themes, useTheme } from "../ui/theme.ts";
import { t } from "./texts.ts";
import { t as ui } from "../ui/texts.ts";

const PasswordForm = onDemand(async () =>
  (await import("../pages/settings/password_form.tsx")).PasswordForm
);

/** Shows the signed-in user; opens the actions on their own account. */
export function AccountMenu() {
  const { user, organization } = useSession();
  const [, navigate] = useLocation();
  const [theme, setTheme] = useTheme();
  const [isChangingPassword, setIsChangingPassword] = useState(false);
  return (
    <>
      <Menu
        label={t("account")}
        note={ui("timesIn", { zone: zoneText(organization.timeZone) })}
        actions={[
          {
            label: t("theme"),
            chosen: theme,
            options: themes.map((one) => ({
              value: one,
              label: t(`themes.${one}`),
              onAction: () => setTheme(one),
            })),
          },
          {
            label: t("language"),
            chosen: language,
            options: languages.map((one) => ({
              value: one,
              label: languageNames[one],
              language: one,
              onAction: () => chooseLanguage(one),
            })),
          },
          { label: t("myAccount"), onAction: () => navigate("/account") },
          { label: t("changePassword"), onAction: () => setIsChangingPassword(true) },
          { label: t("signOut"), onAction: () => void signOut() },
        ]}
      >
        <AriaButton className="line account">
          <span className="tinted info strong avatar" aria-hidden="true">
            {user.name.slice(0, 1)}
          </span>
          <span className="unseen">{t("account")}</span>
          <span className="spread lines">
            <span className="clip">
              <bdi>{user.name}</bdi>
            </span>
            <span className="muted small">{ui(`role.${user.role}`)}</span>
          </span>
          <Icon name="more" />
        </AriaButton>
      </Menu>
      {isChangingPassword && (
        <Dialog
          title={t("changePassword")}
          onClose={() => setIsChangingPassword(false)}
        >
          <div className="dialog-body">
            <Suspense>
              <PasswordForm
                onChanged={() => {
                  setIsChangingPassword(false);
                  toast(t("passwordChanged"));
                }}
              />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  );
}
