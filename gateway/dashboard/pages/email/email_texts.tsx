import { useState } from "react";
import { readNow, useRead, useWrite } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import type { Input, Output } from "../../api/types.ts";
import { useVersionedSave } from "../../api/versioned_save.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { UnsavedScope, useLeave } from "../../ui/unsaved.tsx";
import { VersionedForm } from "../../ui/versioned_form.tsx";
import { t } from "./texts.ts";

type Settings = Pick<
  Output<"email.current">,
  "texts" | "defaults" | "placeholders" | "language" | "version"
>;
type Texts = Settings["texts"];
type MailText = Settings["defaults"]["CHANGE"]["en"];
export type Kind = Output<"email.current">["kinds"][number];
export type Language = Output<"email.current">["language"];

export const kinds = ["CONFIRMATION", "CHANGE", "CANCELLATION", "REMINDER"] as const;
export const languages = ["en", "de"] as const;

/** The texts of the mails, each with a preview. */
export function EmailTexts({ settings }: { settings: Settings }) {
  return (
    <UnsavedScope>
      <ChosenText settings={settings} />
    </UnsavedScope>
  );
}

/** One of the texts. Another choice asks first, if something was typed. */
function ChosenText({ settings }: { settings: Settings }) {
  const leave = useLeave();
  const [kind, setKind] = useState<Kind>("CONFIRMATION");
  const [language, setLanguage] = useState<Language>(settings.language);
  return (
    <>
      <p className="muted">
        {t("textsHelp", {
          list: settings.placeholders.map((name) => `{${name}}`).join(", "),
          example: "{worker}",
        })}
      </p>
      <div className="row">
        <Segments<Kind>
          label={t("kinds")}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          onChange={(next) => leave(() => setKind(next))}
        />
        <Segments<Language>
          label={t("language")}
          options={languages.map((value) => ({ value, label: t(`languageName.${value}`) }))}
          value={language}
          onChange={(next) => leave(() => setLanguage(next))}
        />
      </div>
      <OneText key={`${kind} ${language}`} {...{ settings, kind, language }} />
    </>
  );
}

function OneText({ settings, kind, language }: {
  settings: Settings;
  kind: Kind;
  language: Language;
}) {
  const ownIn = ({ texts }: Settings) => texts[kind]?.[language] ?? null;
  const standard = settings.defaults[kind][language];
  const [saved, setSaved] = useState<MailText | null>(ownIn(settings));
  const [text, setText] = useState(saved ?? standard);
  const [shown, setShown] = useState<Input<"email.preview"> | null>(null);
  const update = useWrite("email.update", { changes: ["email.current"] });
  function show(own: MailText | null): void {
    setSaved(own);
    setText(own ?? standard);
  }
  const saving = useVersionedSave<Settings, { own: MailText | null }>(settings, {
    send: ({ own }, { texts, version }) =>
      update.mutateAsync({ texts: withText(texts, { kind, language, text: own }), version }),
    readNow: () => readNow("email.current"),
    valueIn: ownIn,
    subject: { subjectKind: "organization", subjectId: useSession().organization.id },
    onSaved(now) {
      // What was typed since the save began stays.
      if (ownIn(now)) setSaved(text);
      else show(null);
      toast(t("saved"));
    },
    onTaken: (now) => show(ownIn(now)),
  });
  const field = (name: string) => `texts.${kind}.${language}.${name}`;
  return (
    <>
      <VersionedForm
        saving={saving}
        fields={[field("subject"), field("text")]}
        labelOf={() => t(`kind.${kind}`)}
        textOf={(_, value) => mailText(value as MailText | null)}
        action={t("save")}
        isChanged={() => mailText(text) !== mailText(saved ?? standard)}
        onSubmit={() => saving.save({ own: text })}
        buttons={
          <>
            <Button onPress={() => setShown({ kind, language, text })}>{t("preview")}</Button>
            {saved && <Button onPress={() => saving.save({ own: null })}>{t("standard")}</Button>}
          </>
        }
      >
        <p className="muted small">{t(saved ? "isOwn" : "isStandard")}</p>
        <TextField
          label={t("subject")}
          name={field("subject")}
          maxLength={200}
          value={text.subject}
          onChange={(subject) => setText({ ...text, subject })}
          isRequired
        />
        <TextField
          label={t("text")}
          name={field("text")}
          isMultiline
          rows={14}
          maxLength={4000}
          value={text.text}
          onChange={(written) => setText({ ...text, text: written })}
          isRequired
        />
      </VersionedForm>
      {shown && <Preview input={shown} />}
    </>
  );
}

/** Returns the words of a mail, for a comparison or a conflict. */
function mailText(mail: MailText | null): string {
  return mail === null ? t("isStandard") : `${mail.subject}\n${mail.text}`;
}

/** Returns the texts with another one; without it, if it is null. */
function withText(
  texts: Texts,
  { kind, language, text }: { kind: Kind; language: Language; text: MailText | null },
): Texts {
  const { [language]: _, ...others } = texts[kind] ?? {};
  return { ...texts, [kind]: text ? { ...others, [language]: text } : others };
}

function Preview({ input }: { input: Input<"email.preview"> }) {
  const read = useRead("email.preview", input, { staleMs: 0 });
  return (
    <div className="list" role="region" aria-label={t("previewOf")}>
      <Loaded read={read} skeleton={<Skeleton rows={4} />}>
        {({ subject, text }) => (
          <div className="card" lang={input.language}>
            <strong>
              <bdi>{subject}</bdi>
            </strong>
            <p className="note" dir="auto">{text}</p>
          </div>
        )}
      </Loaded>
    </div>
  );
}
