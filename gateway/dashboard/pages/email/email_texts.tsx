import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import type { Input, Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
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
          onChange={setKind}
        />
        <Segments<Language>
          label={t("language")}
          options={languages.map((value) => ({ value, label: t(`languageName.${value}`) }))}
          value={language}
          onChange={setLanguage}
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
  const own = settings.texts[kind]?.[language];
  const standard = settings.defaults[kind][language];
  const [text, setText] = useState<MailText>(own ?? standard);
  const [shown, setShown] = useState<Input<"email.preview"> | null>(null);
  const save = useWrite("email.update", { changes: ["email.current"] });
  const send = (wanted: MailText | undefined) =>
    save.mutate(
      {
        texts: withText(settings.texts, { kind, language, text: wanted }),
        version: settings.version,
      },
      {
        onSuccess() {
          setText(wanted ?? standard);
          toast(t("saved"));
        },
      },
    );
  const field = (name: string) => `texts.${kind}.${language}.${name}`;
  return (
    <>
      <Form
        error={save.error}
        fields={[field("subject"), field("text")]}
        onSubmit={() => send(text)}
      >
        <p className="muted small">{t(own ? "isOwn" : "isStandard")}</p>
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
        <div className="row">
          <Button type="submit" kind="primary" isPending={save.isPending}>{t("save")}</Button>
          <Button onPress={() => setShown({ kind, language, text })}>{t("preview")}</Button>
          {own && <Button onPress={() => send(undefined)}>{t("standard")}</Button>}
        </div>
      </Form>
      {shown && <Preview input={shown} />}
    </>
  );
}

/** Returns the texts with another one; without it, if it is undefined. */
function withText(
  texts: Texts,
  { kind, language, text }: { kind: Kind; language: Language; text: MailText | undefined },
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
