import { createHash, randomUUID } from "node:crypto";
import { pageHeaders, strictTransport } from "./page_headers.ts";
import type { ServiceStatus, Unready } from "./status.ts";

type Language = "en" | "de";

interface Texts {
  title: string;
  ready: string;
  notReady: string;
  reasons: Record<Unready, string>;
  version: string;
  uptime: string;
  migrations: string;
  migrationCounts(applied: number, pending: number): string;
  oldestWaiting: string;
  noneWaiting: string;
  lastBackup: string;
  noBackup: string;
  unknown: string;
  note: string;
}

const texts: Record<Language, Texts> = {
  en: {
    title: "Service status",
    ready: "Ready",
    notReady: "Not ready",
    reasons: {
      starting: "The service is starting.",
      stopping: "The service is stopping.",
      database: "The database does not answer, or it is being updated.",
      writes: "The database accepts no changes. Reading works, booking does not.",
    },
    version: "Version",
    uptime: "Uptime",
    migrations: "Database migrations",
    migrationCounts: (applied, pending) => `${applied} applied, ${pending} pending`,
    oldestWaiting: "Oldest waiting webhook delivery",
    noneWaiting: "None is waiting",
    lastBackup: "Last backup",
    noBackup: "None by this service",
    unknown: "Unknown",
    note: "This page is up to 10 seconds old. Reload it for a newer state.",
  },
  de: {
    title: "Status des Dienstes",
    ready: "Bereit",
    notReady: "Nicht bereit",
    reasons: {
      starting: "Der Dienst startet gerade.",
      stopping: "Der Dienst wird gerade beendet.",
      database: "Die Datenbank antwortet nicht oder wird gerade aktualisiert.",
      writes: "Die Datenbank nimmt keine Änderungen an. Lesen geht, Buchen nicht.",
    },
    version: "Version",
    uptime: "Laufzeit",
    migrations: "Migrationen der Datenbank",
    migrationCounts: (applied, pending) => `${applied} angewendet, ${pending} ausstehend`,
    oldestWaiting: "Älteste wartende Webhook-Zustellung",
    noneWaiting: "Keine wartet",
    lastBackup: "Letzte Sicherung",
    noBackup: "Keine durch diesen Dienst",
    unknown: "Unbekannt",
    note: "Diese Seite ist bis zu 10 Sekunden alt. Neu laden zeigt den neuesten Stand.",
  },
};

const style = `
:root {
  color-scheme: light dark;
  font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif;
  line-height: 1.5;
}
body {
  margin: 0;
  padding: 1.5rem 1rem;
  background: light-dark(#f3f5f8, #0d1218);
  color: light-dark(#141b24, #f1f4f8);
}
main {
  max-width: 36rem;
  margin: 0 auto;
  padding: 1.5rem;
  border: 1px solid light-dark(#d8dee6, #2b3542);
  border-radius: 0.75rem;
  background: light-dark(#fff, #171e27);
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; }
.state { margin: 0; font-size: 1.25rem; font-weight: 600; }
.ready { color: light-dark(#0a7a3e, #34d17c); }
.not-ready { color: light-dark(#8a4b00, #ffc266); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem; margin: 1.5rem 0; }
dt, .note { color: light-dark(#4d5a6b, #a5b2c3); font-size: 0.875rem; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0.25rem 0 0; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Answers `/status`: a page for people, or JSON for `Accept: application/json`. Always 200: probes use `/readyz`. */
export function statusResponse(
  request: Request,
  status: ServiceStatus,
  publicUrl: string | undefined,
): Response {
  const isPage = prefersHtml(request.headers.get("accept") ?? "");
  const language = languageFor(request);
  const body = isPage ? pageOf(status, language) : JSON.stringify(status);
  return new Response(request.method === "HEAD" ? null : body, {
    headers: {
      ...pageHeaders,
      ...strictTransport(publicUrl),
      "x-request-id": randomUUID(),
      "cache-control": "no-store",
      "content-security-policy": policy,
      "content-type": isPage ? "text/html; charset=utf-8" : "application/json",
      "x-robots-tag": "noindex",
      vary: "accept, accept-language",
      ...(isPage && { "content-language": language }),
    },
  });
}

/** Browsers name HTML. A program that names JSON and not HTML gets JSON. */
function prefersHtml(accept: string): boolean {
  return accept.includes("text/html") || !accept.includes("application/json");
}

/** Returns the first language of the browser that the page has. */
function languageFor(request: Request): Language {
  const accepted = request.headers.get("accept-language")?.toLowerCase() ?? "";
  return /(?:^|,)\s*(en|de)\b/.exec(accepted)?.[1] === "de" ? "de" : "en";
}

function pageOf({ version, uptimeSeconds, reason, database }: ServiceStatus, language: Language) {
  const shown = texts[language];
  const { unknown, noneWaiting, noBackup } = shown;
  const oldest = database?.oldestWaitingSeconds ?? null;
  const rows = [
    [shown.version, version],
    [shown.uptime, durationText(uptimeSeconds, language)],
    [
      shown.migrations,
      database
        ? shown.migrationCounts(database.appliedMigrations, database.pendingMigrations)
        : unknown,
    ],
    [
      shown.oldestWaiting,
      !database ? unknown : oldest === null ? noneWaiting : durationText(oldest, language),
    ],
    [
      shown.lastBackup,
      !database
        ? unknown
        : database.lastBackupAt === null
        ? noBackup
        : agoText(database.lastBackupAt, language),
    ],
  ].map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
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
<p class="state ${reason ? "not-ready" : "ready"}">${reason ? shown.notReady : shown.ready}</p>
${reason ? `<p>${shown.reasons[reason]}</p>` : ""}
<dl>
${rows.join("\n")}
</dl>
<p class="note">${shown.note}</p>
</main>
</body>
</html>
`;
}

const units = [[86_400, "days"], [3600, "hours"], [60, "minutes"], [1, "seconds"]] as const;

/** Returns the index of the largest unit that is in a duration. */
function largestUnit(seconds: number): number {
  return units.findIndex(([size]) => seconds >= size || size === 1);
}

/** Returns the two largest units of a duration, such as "3 days, 4 hours". */
function durationText(seconds: number, language: Language): string {
  const secondsDisplay = seconds < 1 ? "always" : "auto";
  const first = largestUnit(seconds);
  let left = Math.floor(seconds);
  const duration: Partial<Record<(typeof units)[number][1], number>> = {};
  for (const [size, unit] of units.slice(first, first + 2)) {
    duration[unit] = Math.floor(left / size);
    left %= size;
  }
  return new Intl.DurationFormat(language, { style: "long", secondsDisplay }).format(duration);
}

/** Returns how long ago a moment was, such as "4 hours ago". */
function agoText(moment: string, language: Language): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
  const [size, unit] = units[largestUnit(seconds)]!;
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(seconds / size), unit);
}
