import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "./configuration.ts";
import { withoutPassword } from "./database_hosts.ts";
import type { Demo } from "../command_line/demo/seed_demo.ts";
import { databaseName } from "./database.ts";
import { complain, isSaid, say } from "./output.ts";

// What a reader of standard output that is slow has for the demo's lines before the start goes on.
const maxShowMs = 5000;

/** What came to be during the start. */
export interface Started {
  configuration: Configuration;
  /** `http://HOST:PORT`, where it listens. */
  url: string;
  /** Whether this start has shown a demo with its keys. */
  hasShownDemo: boolean;
}

/** Tells people, on standard output, that the service is ready and where everything is. */
export function announce({ configuration, url, hasShownDemo }: Started): void {
  const { publicUrl = url, dataDir, redisUrl } = configuration;
  if (!publicUrl.startsWith("https://")) {
    complain(
      `Warning: PUBLIC_URL is ${publicUrl}, not https: session cookies will not be Secure. ` +
        "Set PUBLIC_URL to the https origin under which people reach the service",
    );
  }
  const places = [
    `Dashboard     ${publicUrl}/`,
    `API           ${publicUrl}/api/v1`,
    `API document  ${publicUrl}/openapi.json`,
    `Reporting     ${publicUrl}/graphql`,
    `Readiness     ${url}/readyz (alive: ${url}/healthz)`,
    `Database      ${databaseName(configuration)}`,
    `Rate limits   counted in ${redisUrl ? withoutPassword(redisUrl) : "this process"}`,
    `Data folder   ${dataDir}`,
    ...(hasShownDemo ? [] : newKey),
  ];
  // The contract's line last: the lines of the demo came before, and are known to have been written.
  say([...places, `listening on ${url}`].join("\n"));
}

/** Shows a demo. Returns whether its lines have been written, so that no later start has to show it. */
export async function showDemo(demo: Demo, example: string): Promise<boolean> {
  say(demoLines(demo, example).join("\n"));
  return await Promise.race([isSaid(), sleep(maxShowMs, false, { ref: false })]);
}

const newKey = [
  "A new key     npm run admin -- api-key create --organization ID --name NAME",
  "              (npm run admin -- organization list shows the IDs)",
];

function demoLines(demo: Demo, example: string): string[] {
  return [
    "",
    "Demo data was made. Its keys and its password are shown this once:",
    `API key       ${demo.apiKey}`,
    `Test API key  ${demo.testApiKey}`,
    `Staff e-mail  ${demo.email}`,
    `Password      ${demo.password}`,
    "",
    "Book an appointment:",
    example,
    "",
  ];
}
