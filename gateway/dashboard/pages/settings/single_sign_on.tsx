import { useState } from "react";
import { queryClient } from "../../api/client.ts";
import { keyOf, readNow, useRead, useWrite } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { CopyField } from "../../ui/shown_once.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { type ProviderSettings, SsoForm } from "./sso_form.tsx";
import { t } from "./sso_texts.ts";

type Provider = NonNullable<Output<"sso.provider">["provider"]>;

/** Version 0 is that of no provider. */
const none: ProviderSettings = {
  issuer: "",
  clientId: "",
  groupsClaim: null,
  groupRules: [],
  ssoOnly: false,
  version: 0,
};

/** The identity provider of the organization. */
export function SingleSignOn() {
  const read = useRead("sso.provider");
  return (
    <section className="card">
      <h2>{t("title")}</h2>
      <p className="muted">{t("help")}</p>
      <Loaded read={read} skeleton={<Skeleton rows={3} />}>
        {({ provider }) => <Settings provider={provider} />}
      </Loaded>
    </section>
  );
}

function Settings({ provider }: { provider: Provider | null }) {
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [resets, setResets] = useState(0);
  const remove = useWrite("sso.remove", { changes: ["sso.provider"] });
  if (!provider && !isSettingUp) {
    return (
      <div className="row">
        <Button onPress={() => setIsSettingUp(true)}>{t("setUp")}</Button>
      </div>
    );
  }
  return (
    <>
      <Addresses path={provider?.path} />
      <SsoForm
        key={resets}
        settings={provider ?? none}
        readNow={async () => (await readNow("sso.provider")).provider ?? none}
        onTaken={() => {
          void queryClient.invalidateQueries({ queryKey: keyOf("sso.provider") })
            .then(() => setResets(resets + 1));
        }}
      >
        {provider && <Button onPress={() => setIsRemoving(true)}>{t("remove")}</Button>}
      </SsoForm>
      {isRemoving && (
        <Confirm
          title={t("removeTitle")}
          action={t("removeAction")}
          write={remove}
          input={undefined}
          onClose={() => setIsRemoving(false)}
          onDone={() => {
            setIsSettingUp(false);
            setResets(resets + 1);
            toast(t("removed"));
          }}
        >
          <p>{t("removeText")}</p>
        </Confirm>
      )}
    </>
  );
}

/** What the provider must know of this service, and where the team signs in. The path is made by the first save. */
function Addresses({ path }: { path: string | undefined }) {
  const { origin } = location;
  const { organization: { id } } = useSession();
  return (
    <div className="list gap-16" role="group" aria-label={t("addresses")}>
      <p>{t("register")}</p>
      <CopyField label={t("redirect")} value={`${origin}/sso/${id}/callback`} />
      {path === undefined ? <p className="muted small">{t("logoutLater")}</p> : (
        <>
          <CopyField label={t("logout")} value={`${origin}${path}/logout`} />
          <CopyField label={t("signInAddress")} value={`${origin}${path}`} />
        </>
      )}
    </div>
  );
}
