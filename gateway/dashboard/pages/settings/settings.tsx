import { useMay, useSession } from "../../api/session.tsx";
import { PasswordForm } from "./password_form.tsx";
import { type Theme, useTheme } from "../../ui/theme.ts";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { toast } from "../../ui/toast.tsx";
import { FactorRequirement } from "./factor_requirement.tsx";
import { OrganizationForm } from "./organization_form.tsx";
import { LegalHolds } from "./legal_holds.tsx";
import { RetentionForm } from "./retention_form.tsx";
import { SingleSignOn } from "./single_sign_on.tsx";
import { t } from "./texts.ts";

/** The settings of the organization, and those of the user. */
export function Settings() {
  const mayChange = useMay("updateOrganization");
  const mayRequire = useMay("requireFactors");
  const mayConnect = useMay("saveIdentityProvider");
  const mayRetain = useMay("setRetention");
  const mayHold = useMay("listLegalHolds");
  const { user } = useSession();
  const [theme, setTheme] = useTheme();
  return (
    <Page title={t("title")} lead={t("signedInAs", { email: user.email })}>
      <div className="narrow">
        {mayChange && <OrganizationForm />}
        {mayRequire && <FactorRequirement />}
        {mayConnect && <SingleSignOn />}
        {mayRetain && <RetentionForm />}
        {mayHold && <LegalHolds />}
        <section className="card">
          <h2>{t("appearance")}</h2>
          <Segments<Theme>
            label={t("theme.label")}
            options={[
              { value: "system", label: t("theme.system") },
              { value: "light", label: t("theme.light") },
              { value: "dark", label: t("theme.dark") },
            ]}
            value={theme}
            onChange={setTheme}
          />
        </section>
        <section className="card">
          <h2>{t("password.title")}</h2>
          <p className="muted">{t("password.help")}</p>
          <PasswordForm onChanged={() => toast(t("password.changed"))} />
        </section>
      </div>
    </Page>
  );
}
