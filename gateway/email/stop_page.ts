import { createHash } from "node:crypto";

export type Language = "en" | "de";

/** What the page shows. */
export type StopPage = "unknown" | {
  organizationName: string;
  isStopped: boolean;
};

const texts = {
  en: {
    title: "E-mail about your appointments",
    unknown: "This link is not valid. Open the link of the newest mail.",
    gets: "Your address gets confirmations and reminders of appointments at",
    getsNone: "Your address gets no confirmations and reminders any more from",
    always: "Mails about moved or cancelled appointments do not change.",
    stop: "Stop confirmations and reminders",
    resume: "Get them again",
  },
  de: {
    title: "E-Mails zu Ihren Terminen",
    unknown: "Dieser Link ist nicht gültig. Öffnen Sie den Link der neuesten E-Mail.",
    gets: "Ihre Adresse erhält Bestätigungen und Erinnerungen zu Terminen bei",
    getsNone: "Ihre Adresse erhält keine Bestätigungen und Erinnerungen mehr von",
    always: "E-Mails über verschobene oder abgesagte Termine ändern sich nicht.",
    stop: "Keine Bestätigungen und Erinnerungen mehr",
    resume: "Wieder erhalten",
  },
};

const style = `
:root {
  color-scheme: light dark;
  font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif;
  line-height: 1.5;
}
body { margin: 0; padding: 1.5rem 1rem; background: light-dark(#f3f5f8, #0d1218); color: light-dark(#141b24, #f1f4f8); }
main {
  max-width: 32rem;
  margin: 0 auto;
  padding: 1.5rem;
  border: 1px solid light-dark(#d8dee6, #2b3542);
  border-radius: 0.75rem;
  background: light-dark(#fff, #171e27);
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.muted { color: light-dark(#4d5a6b, #a5b2c3); }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid light-dark(#1f5fbf, #7db2ff);
  border-radius: 0.5rem;
  background: light-dark(#1f5fbf, #7db2ff);
  color: light-dark(#fff, #0d1218);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid light-dark(#141b24, #f1f4f8); outline-offset: 2px; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** The Content-Security-Policy of the page. */
export const stopPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** Writes the page on which people stop mails. It works without a script. */
export function stopPageOf(page: StopPage, language: Language): string {
  const shown = texts[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shown.title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
<h1>${shown.title}</h1>
${page === "unknown" ? `<p>${shown.unknown}</p>` : formOf(page, shown)}
</main>
</body>
</html>
`;
}

function formOf(
  { organizationName, isStopped }: Exclude<StopPage, "unknown">,
  shown: (typeof texts)[Language],
): string {
  const name = organizationName.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
  return `<p role="status">${isStopped ? shown.getsNone : shown.gets} <bdi>${name}</bdi>.</p>
<p class="muted">${shown.always}</p>
<form method="post">
<button name="action" value="${isStopped ? "resume" : "stop"}">${
    isStopped ? shown.resume : shown.stop
  }</button>
</form>`;
}
