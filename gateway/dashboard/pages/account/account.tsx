import { useSession } from "../../api/session.tsx";
import { Page } from "../../ui/page.tsx";
import { Factors } from "./factors.tsx";
import { OwnSessions } from "./own_sessions.tsx";
import { t } from "./texts.ts";

/** The account of the user: its second factors, and where it is signed in. It is opened from the account menu. */
export function Account() {
  const { user } = useSession();
  return (
    <Page title={t("title")} lead={t("lead", { email: user.email })}>
      <div className="list gap-16">
        <Factors />
        <OwnSessions />
      </div>
    </Page>
  );
}
