import { type ReactNode, useState } from "react";
import { useWrite } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import type { Output } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { Switch } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { CopyField } from "../../ui/shown_once.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { type GroupRule, GroupRules } from "./group_rules.tsx";
import { t } from "./sso_texts.ts";

export type ProviderSettings = Omit<NonNullable<Output<"sso.provider">["provider"]>, "path">;
type Changes = Omit<ProviderSettings, "version"> & { clientSecret: string | null };

/** The settings of the identity provider. The client secret is only written. */
export function SsoForm({ settings, readNow, onTaken, children }: {
  settings: ProviderSettings;
  readNow(): Promise<ProviderSettings>;
  /** Shows the present settings instead of those in the form. */
  onTaken(): void;
  /** Further buttons. */
  children: ReactNode;
}) {
  const [issuer, setIssuer] = useState(settings.issuer);
  const [clientId, setClientId] = useState(settings.clientId);
  const [clientSecret, setClientSecret] = useState("");
  const [groupsClaim, setGroupsClaim] = useState(settings.groupsClaim ?? "");
  const [groupRules, setGroupRules] = useState<GroupRule[]>(settings.groupRules);
  const [ssoOnly, setSsoOnly] = useState(settings.ssoOnly);
  const entered: Changes = {
    issuer,
    clientId,
    clientSecret: clientSecret || null,
    groupsClaim: groupsClaim || null,
    groupRules,
    ssoOnly,
  };
  const [saved, setSaved] = useState(entered);
  const save = useWrite("sso.save", { changes: ["sso.provider"] });
  const saving = useVersionedSave<ProviderSettings, Changes>(settings, {
    // A merge of two saves has only the fields that were changed here. The service takes them all.
    send: (changes, { version, ...from }) => save.mutateAsync({ ...from, ...changes, version }),
    readNow,
    subject: { subjectKind: "organization", subjectId: useSession().organization.id },
    onSaved() {
      setSaved({ ...entered, clientSecret: null });
      setClientSecret("");
      toast(t("saved"));
    },
    onTaken,
  });
  const hasProvider = settings.version > 0;
  const isSame = issuer === settings.issuer && clientId === settings.clientId;
  return (
    <VersionedForm
      saving={saving}
      fields={fieldsOf(groupRules)}
      labelOf={(field) => t(field)}
      textOf={(_, value) => textOf(value)}
      action={t("save")}
      buttons={children}
      isChanged={() => JSON.stringify(entered) !== JSON.stringify(saved)}
      onSubmit={() => saving.save(entered)}
    >
      <TextField
        label={t("issuer")}
        name="issuer"
        placeholder="https://login.example.org"
        spellCheck="false"
        description={t("issuerHelp")}
        value={issuer}
        onChange={setIssuer}
        isRequired
      />
      <TextField
        label={t("clientId")}
        name="clientId"
        spellCheck="false"
        autoComplete="off"
        value={clientId}
        onChange={setClientId}
        isRequired
      />
      <TextField
        label={t("clientSecret")}
        name="clientSecret"
        type="password"
        // Browsers fill in the person's own password otherwise.
        autoComplete="new-password"
        description={t(hasProvider ? "secretKept" : "secretHelp")}
        value={clientSecret}
        onChange={setClientSecret}
        isRequired={!hasProvider}
      />
      {hasProvider && !isSame && <p className="notice" role="status">{t("endsSessions")}</p>}
      <h3>{t("groups")}</h3>
      <p className="muted">{t("groupsHelp")}</p>
      <TextField
        label={t("groupsClaim")}
        name="groupsClaim"
        spellCheck="false"
        description={t("groupsClaimHelp")}
        value={groupsClaim}
        onChange={setGroupsClaim}
        isRequired={groupRules.length > 0}
      />
      <GroupRules rules={groupRules} onChange={setGroupRules} />
      <SsoOnly
        value={ssoOnly}
        wasOn={settings.ssoOnly}
        isSame={hasProvider && isSame}
        onChange={setSsoOnly}
      />
    </VersionedForm>
  );
}

/** The switch of SSO only, with what it does and how to get back. */
function SsoOnly({ value, wasOn, isSame, onChange }: {
  value: boolean;
  wasOn: boolean;
  /** Whether issuer and client are those that are saved. */
  isSame: boolean;
  onChange(isOn: boolean): void;
}) {
  const { user, organization } = useSession();
  const mayBeOn = isSame && (wasOn || user.bySso);
  return (
    <>
      <Switch
        label={t("ssoOnly")}
        description={t(mayBeOn || value ? "ssoOnlyHelp" : "ssoOnlyNeedsSession")}
        isSelected={value}
        onChange={onChange}
        isDisabled={!mayBeOn && !value}
      />
      {value && !wasOn && <p className="notice" role="alert">{t("ssoOnlyWarning")}</p>}
      {value && (
        <>
          <p className="muted">{t("wayBack")}</p>
          <CopyField
            label={t("wayBackCommand")}
            value={t("command", { id: String(organization.id) })}
          />
        </>
      )}
    </>
  );
}

/** The names of the fields that show their own errors. */
function fieldsOf(rules: readonly GroupRule[]): string[] {
  const ofRules = rules.length > 0 ? ["departmentIds"] : [];
  return ["issuer", "clientId", "clientSecret", "groupsClaim", ...ofRules]
    .concat(rules.map((_, i) => `groupRules.${i}.group`));
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "on" : "off");
  if (Array.isArray(value)) return value.map(({ group }) => group).join(", ") || t("nothing");
  return value === null ? t("nothing") : String(value);
}
