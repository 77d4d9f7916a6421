import { useHasRole, useSession } from "../../api/session.tsx";
import { PasswordForm } from "../../shell/password_form.tsx";
import { type Theme, useTheme } from "../../shell/theme.ts";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { toast } from "../../ui/toast.tsx";
import { OrganizationForm } from "./organization_form.tsx";

/** The settings of the organization, and those of the user. */
export function Settings() {
  const isAdmin = useHasRole("ADMIN");
  const { user } = useSession();
  const [theme, setTheme] = useTheme();
  return (
    <Page title="Settings" lead={`Signed in as ${user.email}`}>
      <div className="narrow">
        {isAdmin && <OrganizationForm />}
        <section className="card">
          <h2>Appearance</h2>
          <Segments<Theme>
            label="Theme"
            options={[
              { value: "system", label: "System" },
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
            value={theme}
            onChange={setTheme}
          />
        </section>
        <section className="card">
          <h2>Your password</h2>
          <p className="muted">A change signs you out on all other devices.</p>
          <PasswordForm onChanged={() => toast("Password changed")} />
        </section>
      </div>
    </Page>
  );
}
