import { useState } from "react";
import { queryClient } from "../../api/client.ts";
import { keyOf, readNow, useRead, useWrite } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { CheckboxGroup } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { Loaded } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { EmailTexts, type Kind, kinds, type Language, languages } from "./email_texts.tsx";
import { t } from "./texts.ts";

type Overview = Output<"email.current">;
type Settings = Omit<Overview, "figures">;
type Changes = Pick<Overview, "kinds" | "senderName" | "replyTo" | "language">;

/** Mails to the people of appointments: which are sent, what they say, and what happened to them. */
export function Email() {
  const read = useRead("email.current");
  const [resets, setResets] = useState(0);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Loaded read={read}>
        {(email) => (
          <div className="narrow">
            {email.from === null && <p className="notice" role="status">{t("noServer")}</p>}
            <section className="card">
              <h2>{t("settings")}</h2>
              <EmailSettings
                key={resets}
                settings={email}
                onTaken={() => {
                  void queryClient.invalidateQueries({ queryKey: keyOf("email.current") })
                    .then(() => setResets(resets + 1));
                }}
              />
            </section>
            <Figures figures={email.figures} />
            <section className="card">
              <h2>{t("texts")}</h2>
              <EmailTexts settings={email} />
            </section>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function EmailSettings({ settings, onTaken }: { settings: Settings; onTaken(): void }) {
  const [sent, setSent] = useState<string[]>(settings.kinds);
  const [senderName, setSenderName] = useState(settings.senderName ?? "");
  const [replyTo, setReplyTo] = useState(settings.replyTo ?? "");
  const [language, setLanguage] = useState<Language>(settings.language);
  const update = useWrite("email.update", { changes: ["email.current"] });
  const saving = useVersionedSave<Settings, Changes>(settings, {
    send: (changes, { version }) => update.mutateAsync({ ...changes, version }),
    readNow: () => readNow("email.current"),
    subject: { subjectKind: "organization", subjectId: useSession().organization.id },
    onSaved: () => toast(t("saved")),
    onTaken,
  });
  return (
    <VersionedForm
      saving={saving}
      fields={["kinds", "senderName", "replyTo"]}
      labelOf={(field) => t(field)}
      textOf={valueText}
      action={t("save")}
      onSubmit={() =>
        saving.save({
          kinds: kinds.filter((kind) => sent.includes(kind)),
          senderName: senderName.trim() || null,
          replyTo: replyTo.trim() || null,
          language,
        })}
    >
      <CheckboxGroup
        label={t("kinds")}
        name="kinds"
        value={sent}
        onChange={setSent}
        options={kinds.map((kind) => ({
          value: kind,
          label: t(`kind.${kind}`),
          description: t(`kindHelp.${kind}`),
        }))}
      />
      <TextField
        label={t("senderName")}
        name="senderName"
        description={settings.from === null
          ? t("senderNameOnly")
          : t("senderNameHelp", { from: settings.from })}
        value={senderName}
        onChange={setSenderName}
      />
      <TextField
        label={t("replyTo")}
        name="replyTo"
        type="email"
        autoComplete="off"
        description={t("replyToHelp")}
        value={replyTo}
        onChange={setReplyTo}
      />
      <Select
        label={t("language")}
        options={languages.map((value) => ({ value, label: t(`languageName.${value}`) }))}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
    </VersionedForm>
  );
}

function valueText(field: string, value: unknown): string {
  if (field === "kinds") {
    return (value as Kind[]).map((kind) => t(`kind.${kind}`)).join(", ") || t("none");
  }
  if (field === "language") return t(`languageName.${value as Language}`);
  return value === null ? t("none") : String(value);
}

const figureNames = ["sent", "waiting", "failed", "refused", "unsubscribed"] as const;

function Figures({ figures }: { figures: Overview["figures"] }) {
  return (
    <section className="card" aria-label={t("figures")}>
      <h2>{t("figures")}</h2>
      <div className="columns figures apart">
        {figureNames.map((name) => (
          <div key={name} className="card">
            <div className="muted">{t(`figure.${name}`)}</div>
            <div className="large">{numberText(figures[name])}</div>
          </div>
        ))}
      </div>
      {figures.isCapped && <p className="muted small">{t("figuresCapped")}</p>}
      <p className="muted small">{t("figuresHelp")}</p>
    </section>
  );
}
