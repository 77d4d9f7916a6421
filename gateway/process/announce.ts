import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "./configuration.ts";
import type { Demo } from "../demo/seed_demo.ts";
import { redisUrlText } from "../limits/mod.ts";
import { databaseName } from "./database.ts";
import { complain, isSaid, say } from "./output.ts";

// How long the start waits for a slow reader of standard output to take the demo's lines.
const maxShowMs = 5000;

/** The result of a start. */
export interface Started {
  configuration: Configuration;
  /** `http://HOST:PORT` of the listener. */
  url: string;
  /** Whether this start has shown a demo and its keys. */
  hasShownDemo: boolean;
  /** Undefined without METRICS_PORT. */
  metricsUrl: string | undefined;
}

/** Prints that the service is ready, and all its URLs, to standard output. */
export function announce({ configuration, url, hasShownDemo, metricsUrl }: Started): void {
  const { publicUrl = url, dataDir, redisUrl, httpProcesses } = configuration;
  if (!publicUrl.startsWith("https://")) {
    complain(
      `Warning: PUBLIC_URL is ${publicUrl}, not https. Session cookies will not be Secure. ` +
        "Set PUBLIC_URL to the https origin of the service",
    );
  }
  const places = [
    `Dashboard     ${publicUrl}/`,
    `API           ${publicUrl}/api/v1`,
    `API reference ${publicUrl}/docs (OpenAPI: ${publicUrl}/openapi.json)`,
    `Reporting     ${publicUrl}/graphql`,
    `Readiness     ${url}/readyz (liveness: ${url}/healthz)`,
    ...(metricsUrl === undefined ? [] : [`Metrics       ${metricsUrl}`]),
    `Database      ${databaseName(configuration)}`,
    `Rate limits   counted in ${redisUrl ? redisUrlText(redisUrl) : "this process"}`,
    `Data folder   ${dataDir}`,
    ...(httpProcesses > 1 ? [`Processes     ${httpProcesses} for HTTP, and this one`] : []),
    ...(hasShownDemo ? [] : newKey),
  ];
  // Scripts wait for the last line. The demo's lines have been written before it.
  say([...places, `listening on ${url}`].join("\n"));
}

/** Prints a demo's access data. Returns whether standard output has taken it. If not, the next start prints it. */
export async function showDemo(
  demo: Demo,
  { url, example }: { url: string; example: string },
): Promise<boolean> {
  say(demoLines(demo, { url, example }).join("\n"));
  return await Promise.race([isSaid(), sleep(maxShowMs, false, { ref: false })]);
}

const newKey = [
  "A new key     npm run admin -- api-key create --organization ID --name NAME",
  "              (npm run admin -- organization list shows the IDs)",
];

function demoLines(
  { clerk, screens, ...demo }: Demo,
  { url, example }: { url: string; example: string },
): string[] {
  return [
    "",
    "Demo data was created. Its keys and passwords are shown only this time:",
    `API key       ${demo.apiKey}`,
    `Test API key  ${demo.testApiKey}`,
    `Staff e-mail  ${demo.email}`,
    `Password      ${demo.password}`,
    ...(clerk ? [`Clerk         ${clerk.email}, password ${clerk.password}`] : []),
    ...(screens
      ? [`Display       ${url}${screens.display}`, `Kiosk         ${url}${screens.kiosk}`]
      : []),
    "",
    "Book an appointment:",
    example,
    "",
  ];
}
