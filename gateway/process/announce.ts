import type { Configuration } from "../configuration/configuration.ts";
import { withoutPassword } from "../configuration/without_password.ts";
import type { Demo } from "../demo/seed_demo.ts";
import { databaseName } from "./database.ts";
import { complain, say } from "./output.ts";

/** What came to be during the start. */
export interface Started {
  configuration: Configuration;
  /** `http://HOST:PORT`, where it listens. */
  url: string;
  /** The demo, on the start that made it. */
  demo: Demo | undefined;
  /** A line that books in the demo. */
  example: string | undefined;
}

/** Tells people, on standard output, that the service is ready and where everything is. */
export function announce({ configuration, url, demo, example = "" }: Started): void {
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
    ...(demo ? [] : newKey),
  ];
  const lines = [...(demo ? demoLines(demo, example) : []), ...places, `listening on ${url}`];
  // In one piece, and the contract's line last: who waits for it has read the key as well.
  say(lines.join("\n"));
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
