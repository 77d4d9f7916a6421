import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { generateWebhookSecret } from "../../core/mod.ts";
import {
  BookingApiError,
  BookingClient,
  type BookingConnectionError,
  type FollowOptions,
} from "../../rest-adapter/client/mod.ts";
import { createCursorFile } from "./cursor_file.ts";
import { type Forwarded, forwardEvent } from "./forward.ts";

const usage = `Usage: npm run listen -- --key KEY --forward-to URL [options]
       Forwards the events of an organization to an address that only this machine reaches, as a webhook would

  --key KEY          An API key with READ_APPOINTMENTS (required; or the variable API_KEY)
  --forward-to URL   Where to send the events (required)
  --url URL          Address of the service (default http://127.0.0.1:3000)
  --types A,B        Only these types, such as appointment.created
  --cursor FILE      Continues after the last forwarded event, also after a restart
  --secret SECRET    Signs with this secret (default: a new one, which is printed)
  --version          Prints the version`;

const options = {
  key: { type: "string" },
  "forward-to": { type: "string" },
  url: { type: "string", default: "http://127.0.0.1:3000" },
  types: { type: "string" },
  cursor: { type: "string" },
  secret: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Where the command writes, and what ends it. */
export interface ListenTools {
  say(line: string): void;
  complain(line: string): void;
  signal: AbortSignal;
}

/** Forwards events until `signal` is aborted. Returns the exit code: 1 for a refusal, 2 for wrong usage. */
export async function runListen(
  words: readonly string[],
  { say, complain, signal }: ListenTools,
): Promise<number> {
  let settings: Settings | undefined;
  try {
    settings = readSettings(words);
  } catch (error) {
    complain(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  if (!settings) {
    say(usage);
    return 0;
  }
  const { url, key, types, forwardTo, secret, cursorPath } = settings;
  const environment = key.startsWith("mk_test_") ? "TEST" : "LIVE";
  const cursorFile = createCursorFile(cursorPath);
  // Each fault is printed, so the feed repeats the requests and not the client.
  const client = new BookingClient({ apiKey: key, baseUrl: url, maxAttempts: 1 });
  const onFault = (error: BookingApiError | BookingConnectionError, seconds: number) =>
    complain(`${textOf(error, url)}. Trying again in ${seconds} s`);
  const onAttempt = (forwarded: Forwarded) => say(lineOf(forwarded));
  try {
    const after = await cursorFile.read();
    say(`Forwarding events of ${url} to ${forwardTo}. Ctrl-C ends it.`);
    say(`Signing secret: ${secret}`);
    const pages = client.events.pages({ after, types, signal, onFault });
    for await (const { events, cursor } of pages) {
      for (const event of events) {
        const sent = { forwardTo, secret, environment, signal, onAttempt } as const;
        const { isDelivered } = await forwardEvent(event, sent);
        // The event stays ahead of the cursor, so it is forwarded again next time.
        if (signal.aborted && !isDelivered) return 0;
      }
      await cursorFile.write(cursor);
    }
    return 0;
  } catch (error) {
    complain(error instanceof BookingApiError ? textOf(error, url) : String(error));
    return 1;
  }
}

function textOf(error: BookingApiError | BookingConnectionError, url: string): string {
  if (!(error instanceof BookingApiError)) return `The service at ${url} does not answer`;
  return `${error.status} ${error.code}: ${error.message}`;
}

interface Settings {
  url: string;
  key: string;
  types: FollowOptions["types"];
  forwardTo: string;
  cursorPath: string | undefined;
  secret: string;
}

/** Returns undefined if help is wanted. Throws an Error with the problem. */
function readSettings(words: readonly string[]): Settings | undefined {
  const { values } = parseArgs({ args: [...words], options, allowPositionals: false });
  if (values.help) return undefined;
  const { types, cursor: cursorPath, "forward-to": forwardTo, key = process.env["API_KEY"] } =
    values;
  if (key === undefined) throw new Error("--key is required");
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error("--key must be printable ASCII without spaces");
  if (forwardTo === undefined) throw new Error("--forward-to is required");
  for (const [name, url] of [["forward-to", forwardTo], ["url", values.url]] as const) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
      throw new Error(`--${name} must be an http or https address`);
    }
  }
  const { username, password, search, hash } = new URL(values.url);
  if (username || password || search || hash) {
    throw new Error("--url must not have a user, a password, a query or a fragment");
  }
  const secret = values.secret ?? generateWebhookSecret({ randomBytes });
  if (!/^whsec_[A-Za-z0-9+/]{44}$/.test(secret)) {
    throw new Error("--secret must be whsec_ and 44 characters, as the dashboard shows it");
  }
  return {
    url: values.url.replace(/\/+$/, ""),
    key,
    // The service refuses a type that it does not have.
    types: types?.split(",") as FollowOptions["types"],
    forwardTo,
    cursorPath,
    secret,
  };
}

function lineOf({ type, subject, outcome, durationMs }: Forwarded): string {
  const time = new Date().toTimeString().slice(0, 8);
  return `${time}  ${type}  ${subject}  ${outcome}  ${durationMs} ms`;
}
