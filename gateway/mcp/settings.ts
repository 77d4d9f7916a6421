import { parseArgs } from "node:util";

export const usage =
  `Usage: npm run --silent mcp -- [options], with an API key in the variable BOOKING_API_KEY
       Serves the appointment booking API to a language model over the Model Context Protocol (stdio)

  --url URL     Address of the service (default http://127.0.0.1:3000; or the variable BOOKING_URL)
  --read-only   Only tools that change nothing
  --version     Prints the version`;

/** What the server needs. */
export interface McpSettings {
  apiKey: string;
  baseUrl: string;
  isReadOnly: boolean;
}

/** Reads the settings. Returns the problem if they are wrong, and "" if help is wanted. */
export function readSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): McpSettings | string {
  const options = {
    url: { type: "string" },
    "read-only": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
  try {
    ({ values } = parseArgs({ args: [...words], options, allowPositionals: false }));
  } catch (error) {
    return (error as Error).message;
  }
  if (values.help) return "";
  const { BOOKING_API_KEY: apiKey, BOOKING_URL } = environment;
  if (!apiKey) return "BOOKING_API_KEY is not set";
  if (!/^[\x21-\x7e]+$/.test(apiKey.trim())) {
    return "BOOKING_API_KEY must be printable ASCII without spaces";
  }
  const baseUrl = values.url ?? BOOKING_URL ?? "http://127.0.0.1:3000";
  const url = URL.parse(baseUrl);
  if (!/^https?:$/.test(url?.protocol ?? "")) return "--url must be an http or https address";
  if (url?.username || url?.password) return "--url must not have a user or a password";
  if (url?.search || url?.hash) return "--url must not have a query or a fragment";
  return { apiKey, baseUrl, isReadOnly: values["read-only"] ?? false };
}
