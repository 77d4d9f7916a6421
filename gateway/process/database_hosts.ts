import { z } from "zod";

const example = "postgresql://user:password@db.example.com:5432/booking";

/** Scheme and user info, hosts, and the rest. A comma or an @ in a password belongs to the first part. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Parses a Postgres URL in libpq's form, with one or several hosts. Returns one URL for each host, in order. Messages
 * never contain a part of the URL, because it may be the password.
 */
export const databaseHosts = hostsFor({
  attributes: ["read-write", "primary"],
  fault: "must have target_session_attrs=read-write or no target_session_attrs: the service writes",
  severalExample:
    "postgresql://user:password@db1:5432,db2:5432/booking?target_session_attrs=read-write",
});

/** Parses the URL of standbys, like `databaseHosts`. */
export const standbyHosts = hostsFor({
  attributes: ["standby"],
  fault: "must have target_session_attrs=standby or no target_session_attrs: reports never use " +
    "the primary",
  severalExample:
    "postgresql://user:password@db1:5432,db2:5432/booking?target_session_attrs=standby",
});

function hostsFor(
  { attributes, fault, severalExample }: {
    /** The values of `target_session_attrs` that are allowed. */
    attributes: readonly string[];
    fault: string;
    severalExample: string;
  },
) {
  return z.string().transform((text, context): readonly string[] => {
    const fail = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const [, before, hosts, after] = parts.exec(text) ?? [];
    if (before === undefined) return fail(`must be a URL such as ${example}`);
    const names = hosts!.split(",");
    const several = names.length > 1;
    if (several && names.some((name) => name === "" || name.startsWith(":"))) {
      return fail(`must name a host between any two commas, such as ${severalExample}`);
    }
    const urls = names.map((name) => `${before}${name}${after}`);
    if (!urls.every((url) => URL.canParse(url))) {
      return fail(`must be a URL such as ${several ? severalExample : example}`);
    }
    if (new Set(urls.map(hostOf)).size < urls.length) return fail("must name each host once");
    const { searchParams } = new URL(urls[0]!);
    if (searchParams.get("host")?.includes(",") || several && searchParams.has("host")) {
      return fail(`must list several hosts before the path, such as ${severalExample}`);
    }
    const attribute = searchParams.get("target_session_attrs");
    if (attribute !== null && !attributes.includes(attribute)) return fail(fault);
    return urls;
  });
}

/** Returns host and port. The default port is Postgres's. */
function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || 5432}`;
}

/**
 * Returns a connection string for display, without password and parameters. For several hosts (one URL each) it returns
 * one URL with all of them.
 */
export function withoutPassword(...connectionStrings: string[]): string {
  const [first] = connectionStrings;
  if (first === undefined || !connectionStrings.every((text) => URL.canParse(text))) {
    return "(not a URL)";
  }
  const url = new URL(first);
  const password = url.password === "" ? "" : ":****";
  const user = url.username === "" && password === "" ? "" : `${url.username}${password}@`;
  const hosts = connectionStrings.map((text) => new URL(text).host).join();
  // Parameters can contain a password too (?password=…).
  return `${url.protocol}//${user}${hosts}${url.pathname}`;
}
