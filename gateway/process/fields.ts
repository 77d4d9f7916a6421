import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { z } from "zod";
import { parseRedisUrl } from "../limits/mod.ts";

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number, example: string) {
  const message = `must be a whole number from ${min} to ${max}, such as ${example}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message);
}

/** A number of processes from 1 to `max`, or `auto` for one on each core. */
export function processCount(max: number) {
  const message = `must be auto (one for each core) or a whole number from 1 to ${max}, such as 2`;
  return z
    .string()
    .transform((text) => text === "auto" ? Math.min(availableParallelism(), max) : count(text))
    .refine((number) => number >= 1 && number <= max, message);
}

function count(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/** Exactly `true` or `false`. Other words such as "1" or "yes" would be ambiguous. */
export const trueOrFalse = z
  .enum(["true", "false"], { error: "must be exactly true or false" })
  .transform((text) => text === "true");

/** One of a few words. */
export function oneOf<const W extends readonly [string, ...string[]]>(words: W) {
  return z.enum(words, { error: `must be one of ${words.join(", ")}` });
}

/** A name or an address to listen on. */
export const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
    "must be an IP address or a host name, such as 127.0.0.1, or 0.0.0.0 for every network",
  );

/** The URL of a Redis, a Sentinel group or a Cluster. */
export const redisUrl = z.string().superRefine((text, context) => {
  const parsed = parseRedisUrl(text);
  if (!("problems" in parsed)) return;
  for (const message of parsed.problems) context.addIssue({ code: "custom", message });
});

/** The base URL of a server. */
export function httpUrl(example: string) {
  return z
    .string()
    .refine(
      (text) => /^https?:\/\/[^?#\\\s]+$/.test(text) && isCallable(text),
      `must be an http or https URL such as ${example}`,
    );
}

/** Headers as `name=value,name=value`. Values are percent-encoded. The message never has a value, which may be a secret. */
export const headerList = z.string().transform((text, context): Record<string, string> => {
  const entries = text.split(",").filter((item) => item.trim() !== "").map((item) => {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~]*)\s*$/.exec(item) ?? [];
    return name === undefined ? undefined : [name, decodedText(value!)] as const;
  });
  if (entries.every((entry): entry is readonly [string, string] => entry?.[1] !== undefined)) {
    return Object.fromEntries(entries);
  }
  const message = "must be a list of headers with percent-encoded values, such as " +
    "x-api-key=secret,x-team=booking";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function decodedText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A number from 0 to 1. */
export const ratio = z
  .string()
  .refine((text) => /^(?:0|1)?(?:\.\d{1,12})?$/.test(text) && Number(text) <= 1 && text !== ".", {
    message: "must be a number from 0 to 1, such as 0.1",
  })
  .transform(Number);

/** A web origin: only scheme, host and port. */
export const origin = z.string().transform((text, context) => {
  const found = originOf(text);
  if (found !== undefined) return found;
  const message =
    "must be an origin (only scheme, host and port), such as https://book.example.com";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** A comma-separated list of origins, or `*` alone. */
export const origins = z.string().transform((text, context) => {
  const items = text.split(",").map((item) => item.trim()).filter((item) => item !== "");
  if (items.length === 1 && items[0] === "*") return ["*"];
  const found = items.map(originOf);
  if (found.length > 0 && found.every((item) => item !== undefined)) return found;
  const message =
    "must be * or a comma-separated list of origins, such as https://a.example,https://b.example";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** 32 bytes, as 64 hex digits or as base64 or base64url. */
export const key32 = z.string().transform((text, context): Uint8Array => {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, "hex")
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
    ? Buffer.from(text, "base64")
    : undefined;
  if (bytes) return new Uint8Array(bytes);
  const message = "must be 32 bytes in base64 or hex. Generate one with: openssl rand -base64 32";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function originOf(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) || !isCallable(text)) {
    return undefined;
  }
  return new URL(text).origin;
}

/** Returns whether requests can be sent to a URL. Nothing listens on port 0. */
function isCallable(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.port !== "0";
}

/** A mail server. Without a port: 465 for smtps, 587 for smtp. The message never has the URL, which may have a password. */
export const smtpUrl = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isServer = url !== null && ["smtp:", "smtps:"].includes(url.protocol) &&
    url.hostname !== "" &&
    ["", "/"].includes(url.pathname) && url.search === "" && url.hash === "" && url.port !== "0";
  const [user, password] = [url?.username, url?.password].map((part) => decodedText(part ?? ""));
  if (isServer && user !== undefined && password !== undefined) {
    const isSecure = url.protocol === "smtps:";
    // The URL of an IPv6 address has brackets.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    return { host, port: Number(url.port) || (isSecure ? 465 : 587), isSecure, user, password };
  }
  const message = "must be a mail server with percent-encoded user and password, such as " +
    "smtps://user:password@mail.example.com";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** An e-mail address without a name. */
export const mailAddress = z.string().trim().regex(
  /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]{1,255}$/,
  "must be one e-mail address such as booking@example.com",
);
