import type { IncomingMessage } from "node:http";

/** A path that may have another spelling than its normal form, or a target that is no path. */
const unusual = /^[^/]|^[^?]*(?:[%#]|\/[/.])/;
const absolute = /^https?:\/\/([^/?#]*)([^]*)$/i;
const unreserved = /^[A-Za-z0-9._~-]$/;

/**
 * Gives the target of a request the one form that all surfaces, limits, logs and metrics see (gateway/http/README.md
 * 11): without a host, dot segments, repeated slashes and needless percent-encoding. Other faults stay, and are refused.
 */
export function normalizeTarget(incoming: IncomingMessage): void {
  const { url = "/", headers } = incoming;
  if (!unusual.test(url)) return;
  let target = url;
  const [, host, rest = ""] = absolute.exec(url) ?? [];
  if (host) {
    // The host of the target counts instead of the header (RFC 9112, 3.2.2).
    headers.host = host;
    target = rest.startsWith("/") ? rest : `/${rest}`;
  }
  if (target.startsWith("/")) incoming.url = normalTarget(target);
}

function normalTarget(target: string): string {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  // A fragment is never part of a request.
  const query = end === -1 ? "" : target.slice(end).replace(/#[^]*/, "");
  // A backslash is refused as it is. A URL would take it for a slash.
  if (path.includes("\\")) return target;
  const decoded = path.replaceAll(/%([0-9a-f]{2})/gi, (code, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return unreserved.test(character) ? character : code.toUpperCase();
  });
  const { pathname } = new URL(`http://host${decoded.replaceAll(/\/{2,}/g, "/")}`);
  return pathname + query;
}
