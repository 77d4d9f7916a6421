import {
  type EmailLanguage,
  emailLanguages,
  type Placeholder,
  placeholders,
} from "./email_kind.ts";
import type { EmailText } from "./email_settings.ts";

/** What a mail says. A value that is null is unknown. */
export type MailValues = Record<Placeholder, string | null>;

/** A mail as people read it. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The address with which the person stops mails. */
export interface StopLink {
  url: string;
}

const anyPlaceholder = /\{([^{}\n]*)\}/g;

/** Returns the placeholders of a text that there are not. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(anyPlaceholder)].map(([, name]) => name!)
    .filter((name) => !isPlaceholder(name));
}

function isPlaceholder(name: string): name is Placeholder {
  return (placeholders as readonly string[]).includes(name);
}

/** Returns the language of a person's mails. `locale` is a BCP 47 tag; null if unknown. */
export function languageFor(locale: string | null, fallback: EmailLanguage): EmailLanguage {
  const language = locale?.split("-")[0];
  return emailLanguages.find((one) => one === language) ?? fallback;
}

/** Returns the date and the time of an appointment in words, in the person's region if the mail has its language. */
export function momentOf(
  dateTime: Temporal.PlainDateTime,
  { locale, language }: { locale: string | null; language: EmailLanguage },
): Pick<MailValues, "date" | "time"> {
  const isOwn = locale?.split("-")[0] === language;
  // Without its extensions, which may name another calendar. English without a region has the order of most countries.
  const own = isOwn ? new Intl.Locale(locale!).baseName : language;
  const tag = own === "en" ? "en-GB" : own;
  const common = { calendar: "gregory", numberingSystem: "latn" } as const;
  return {
    date: dateTime.toLocaleString(tag, {
      ...common,
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
    }),
    time: dateTime.toLocaleString(tag, { ...common, hour: "numeric", minute: "2-digit" }),
  };
}

/** Makes a mail from a text. A line with a placeholder whose value is unknown is left out. */
export function renderMail(
  { subject, text }: EmailText,
  { values, language, stop, otherwise }: {
    values: MailValues;
    /** The text that is taken if all lines are left out. */
    otherwise?: EmailText;
    language: EmailLanguage;
    /** Null if the person cannot stop mails of this kind. */
    stop: StopLink | null;
  },
): RenderedMail {
  const filled = text.replace(/\r\n?/g, "\n").split("\n")
    .map((line) => fill(line, values))
    .filter(({ isWhole }) => isWhole)
    .map((line) => line.filled)
    .join("\n").replace(/\n{3,}/g, "\n\n").trim();
  if (filled === "" && otherwise) return renderMail(otherwise, { values, language, stop });
  const head = oneLine(fill(subject, values).filled);
  const footer = stop && { ...footers[language], url: stop.url };
  return {
    subject: head,
    text: footer ? `${filled}\n\n--\n${footer.why} ${footer.stop}: ${footer.url}\n` : `${filled}\n`,
    html: pageOf({ language, subject: head, text: filled, link: values.manageLink, footer }),
  };
}

/** Returns a line with its values, and whether all are known. */
function fill(line: string, values: MailValues): { filled: string; isWhole: boolean } {
  let isWhole = true;
  const filled = line.replace(anyPlaceholder, (written, name: string) => {
    if (!isPlaceholder(name)) return written;
    const value = values[name];
    isWhole &&= value !== null;
    return value === null ? "" : oneLine(value);
  });
  return { filled, isWhole };
}

/** Makes one line of a text: a line break in a subject would begin another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

const footers: Record<EmailLanguage, { why: string; stop: string }> = {
  en: {
    why: "You get this mail because an appointment was booked with your address.",
    stop: "Stop confirmations and reminders",
  },
  de: {
    why: "Sie erhalten diese E-Mail, weil mit Ihrer Adresse ein Termin gebucht wurde.",
    stop: "Keine Bestätigungen und Erinnerungen mehr",
  },
};

// Mail programs ignore much of CSS. So each element has its colours, and only the dark ones are in rules.
const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0d1218 !important; }
  .card { background: #171e27 !important; border-color: #2b3542 !important; color: #f1f4f8 !important; }
  .foot { color: #a5b2c3 !important; }
  .foot a { color: #a5b2c3 !important; }
}`;
const font = "font-family: system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

function pageOf(
  { language, subject, text, link, footer }: {
    language: EmailLanguage;
    subject: string;
    text: string;
    /** An address in the text that becomes a link. */
    link: string | null;
    footer: { why: string; stop: string; url: string } | null;
  },
): string {
  const shown = link === null ? "" : escapeHtml(link);
  const linked = (html: string) =>
    shown === "" ? html : html.replaceAll(shown, () => `<a href="${shown}">${shown}</a>`);
  const paragraphs = text.split(/\n{2,}/).map((paragraph) =>
    `<p dir="auto" style="margin: 0 0 16px">${
      linked(escapeHtml(paragraph)).replaceAll("\n", "<br>\n")
    }</p>`
  );
  const foot = footer &&
    `<p class="foot" style="max-width: 560px; margin: 16px auto 0; font-size: 13px; color: #4d5a6b">` +
      `${escapeHtml(footer.why)} <a href="${escapeHtml(footer.url)}" style="color: #4d5a6b">` +
      `${escapeHtml(footer.stop)}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}
</style>
</head>
<body class="page" style="margin: 0; padding: 24px 16px; background: #f3f5f8; ${font}; font-size: 16px; line-height: 1.5">
<div class="card" style="max-width: 512px; margin: 0 auto; padding: 24px 24px 8px; border: 1px solid #d8dee6; border-radius: 12px; background: #ffffff; color: #141b24; overflow-wrap: break-word">
${paragraphs.join("\n")}
</div>
${foot ?? ""}
</body>
</html>
`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
