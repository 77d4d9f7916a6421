import { describe, expect, test } from "vitest";
import { defaultTexts } from "../../../core/email/default_texts.ts";
import { emailKinds, emailLanguages, maxText } from "../../../core/email/email_kind.ts";
import {
  languageFor,
  momentOf,
  renderMail,
  unknownPlaceholders,
} from "../../../core/email/render_mail.ts";

const values = {
  name: "Ada",
  date: "1 May",
  time: "10:00",
  department: "Desk",
  worker: null,
  reason: null,
  manageLink: null,
  organization: "Town",
};
const plain = { values, language: "en", stop: null } as const;

describe("renderMail()", () => {
  test("fills placeholders in, once", () => {
    const name = "{date} $& $1";
    const mail = renderMail({ subject: "{name}: {date}", text: "{name}\n{unknown}" }, {
      ...plain,
      values: { ...values, name },
    });
    expect(mail).toMatchObject({
      subject: "{date} $& $1: 1 May",
      text: "{date} $& $1\n{unknown}\n",
    });
  });

  test("leaves out a line whose placeholder has no value, but keeps a subject", () => {
    const mail = renderMail({
      subject: "With {worker}",
      text: "Hello\r\n\r\nWith {worker}\r\nAt {time}\r\n\r\n{reason}\r\n\r\nBye",
    }, plain);
    expect(mail).toMatchObject({ subject: "With", text: "Hello\n\nAt 10:00\n\nBye\n" });
  });

  test("takes the other text if no line is left", () => {
    const own = { subject: "Own", text: "Dear {name}, with {worker}" };
    const otherwise = { subject: "Ours", text: "At {time}" };
    expect(renderMail(own, { ...plain, otherwise })).toMatchObject({
      subject: "Ours",
      text: "At 10:00\n",
    });
    expect(renderMail(own, { ...plain, otherwise, values: { ...values, worker: "Grace" } }))
      .toMatchObject({ subject: "Own" });
  });

  test("writes values and texts into one line of a header, and escapes them in HTML", () => {
    const mail = renderMail(
      { subject: "{name}\r\nBcc: a@b.example", text: "<i>{name}</i> & 'x'" },
      {
        ...plain,
        values: { ...values, name: 'A\r\nB\u2028C\0"<script>' },
      },
    );
    expect(mail.subject).toBe('A B C "<script> Bcc: a@b.example');
    expect(mail.html).toContain(
      "&lt;i&gt;A B C &quot;&lt;script&gt;&lt;/i&gt; &amp; &#39;x&#39;</p>",
    );
    expect(mail.html).not.toContain("<script>");
  });

  test("has the link to stop mails in both parts, only if there is one", () => {
    const url = "https://book.example/email/stop/1-a&b";
    const mail = renderMail({ subject: "S", text: "T" }, {
      ...plain,
      language: "de",
      stop: { url },
    });
    expect(mail.text).toContain(`Keine Bestätigungen und Erinnerungen mehr: ${url}\n`);
    expect(mail.html).toContain('href="https://book.example/email/stop/1-a&amp;b"');
    expect(mail.html).toContain('<html lang="de">');
    const without = renderMail({ subject: "S", text: "T" }, plain);
    expect(without.text).toBe("T\n");
    expect(without.html).not.toContain("href");
  });
});

test("unknownPlaceholders() names placeholders that there are not", () => {
  expect(unknownPlaceholders("{name} {nmae} {} {a b} { and }")).toEqual([
    "nmae",
    "",
    "a b",
    " and ",
  ]);
  expect(unknownPlaceholders("{ {date} } {\n}")).toEqual([]);
});

test.each(
  [
    ["de-AT", "en", "de"],
    ["de", "en", "de"],
    ["en-US", "de", "en"],
    ["fr", "de", "de"],
    ["den", "en", "en"],
    [null, "de", "de"],
  ] as const,
)("a person with the language %s gets mails in it, or in %s", (locale, fallback, found) => {
  expect(languageFor(locale, fallback)).toBe(found);
});

test.each(
  [
    [null, "en", "Tuesday, 1 May 2040", "14:05"],
    ["en", "en", "Tuesday, 1 May 2040", "14:05"],
    ["en-US", "en", "Tuesday, May 1, 2040", "2:05 PM"],
    ["de-AT", "de", "Dienstag, 1. Mai 2040", "14:05"],
    ["fr", "de", "Dienstag, 1. Mai 2040", "14:05"],
    ["de-u-ca-buddhist-nu-thai", "de", "Dienstag, 1. Mai 2040", "14:05"],
  ] as const,
)("a person with the language %s reads dates in %s", (locale, language, date, time) => {
  const dateTime = Temporal.PlainDateTime.from("2040-05-01T14:05");
  const moment = momentOf(dateTime, { locale, language });
  expect({ ...moment, time: moment.time!.replace("\u202f", " ") }).toEqual({ date, time });
});

test("each kind has a text in each language, with placeholders that exist", () => {
  for (const kind of emailKinds) {
    for (const language of emailLanguages) {
      const { subject, text } = defaultTexts[kind][language];
      expect(unknownPlaceholders(subject + text)).toEqual([]);
      expect(text).toContain("{date}, {time}");
      expect(text.length).toBeLessThan(maxText);
    }
  }
});
