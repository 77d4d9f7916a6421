import { randomUUID } from "node:crypto";
import { type BuildOptions, builtDashboard } from "./build.ts";
import { encodingFor, isKnown } from "../conditional.ts";
import { pageHeaders, strictTransport } from "../page_headers.ts";
import { originFor } from "../../../rest-adapter/http/mod.ts";
import { type BuiltFile, etagOf, readBuild } from "./files.ts";
import { withAddress } from "./guide_address.ts";
import { formOfPaths, pathsFile } from "./page_paths.ts";

/**
 * Answers a path of the dashboard. Returns undefined for every other path. If `isUnknown`, no surface has the path, and
 * a browser that opens it gets the dashboard with status 404, which then shows its own page "not found".
 */
export type Dashboard = (
  request: Request,
  path: string,
  isUnknown?: boolean,
) => Response | undefined;

/** The pages of the API documentation, which load a document of their own. */
const docs = /^\/docs(?:\/(?:guides\/[a-z-]+)?)?$/;

/** A guide as Markdown. */
const guide = /^\/docs\/guides\/[a-z-]+\.md$/;

/** The pages in the office. Their paths end with a token, which the page reads and this server ignores. */
const screens = /^\/(ticket|display|kiosk|appointment)\/[^/]+$/;

/** Security headers: only content of this origin, and no embedding in other pages. */
const headers = {
  "content-security-policy": [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; "),
  ...pageHeaders,
};

/** No cache, other page or search engine gets the token of the path. */
const forScreens = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

/** Opens the dashboard. Builds it if its sources have changed. */
export async function openDashboard(
  { publicUrl, ...options }: BuildOptions & { publicUrl?: string | undefined },
): Promise<Dashboard> {
  return serveDashboard(await readBuild(await builtDashboard(options)), publicUrl);
}

/** Serves the files of a build. The guides as Markdown show `publicUrl`, or the address that was called. */
export function serveDashboard(
  files: ReadonlyMap<string, BuiltFile>,
  publicUrl?: string,
): Dashboard {
  // All pages load the same document.
  const paths = files.get(pathsFile)!.forms.identity;
  const pages = formOfPaths(JSON.parse(Buffer.from(paths).toString()));
  const ofHost = strictTransport(publicUrl);
  return (request, path, isUnknown = false) => {
    if (request.method !== "GET" && request.method !== "HEAD" || path === pathsFile) {
      return undefined;
    }
    const isPage = pages.test(path) || isUnknown && isOpenedInBrowser(request, path);
    const screen = screens.exec(path)?.[1];
    if (screen) {
      const file = files.get(`/${screen}.html`);
      return file && answer(request, file, { status: 200, more: { ...ofHost, ...forScreens } });
    }
    const file = files.get(docs.test(path) ? "/docs.html" : isPage ? "/index.html" : path);
    const shown = file && guide.test(path)
      ? addressed(file, originFor(publicUrl ?? request.url, request) ?? new URL(request.url).origin)
      : file;
    return shown && answer(request, shown, { status: isUnknown ? 404 : 200, more: ofHost });
  };
}

/** Returns a guide with the address of the service. It is small and rarely read, so it is not compressed. */
function addressed(file: BuiltFile, origin: string): BuiltFile {
  const identity = Buffer.from(withAddress(Buffer.from(file.forms.identity).toString(), origin));
  return { ...file, etag: etagOf(identity), forms: { identity } };
}

/** Returns whether a browser opens a page. Callers of the API get JSON, and files that are missing stay missing. */
function isOpenedInBrowser({ headers }: Request, path: string): boolean {
  if (path.startsWith("/api/") || path.startsWith("/assets/")) return false;
  return headers.get("accept")?.includes("text/html") ?? false;
}

/**
 * Returns a header that says whether there is a session cookie: without one, the page need not request the session. It
 * is sent in both cases, because a browser that gets 304 keeps the old header if there is no new one.
 */
function sessionHint(request: Request): Record<string, string> {
  const hasCookie = /(?:^|;\s*)(?:__Host-)?session=[^;\s]/.test(
    request.headers.get("cookie") ?? "",
  );
  return { "server-timing": `session;desc="${hasCookie ? "cookie" : "none"}"` };
}

function answer(
  request: Request,
  { type, etag, isImmutable, forms }: BuiltFile,
  { status, more }: { status: 200 | 404; more: Record<string, string> },
): Response {
  const cached = {
    ...headers,
    "x-request-id": randomUUID(),
    ...(!isImmutable && sessionHint(request)),
    etag,
    vary: "accept-encoding",
    "cache-control": isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    ...more,
  };
  if (status === 200 && isKnown(request, etag)) {
    return new Response(null, { status: 304, headers: cached });
  }
  const encoding = formFor(request, forms);
  const body = forms[encoding]!;
  return new Response(request.method === "HEAD" ? null : body as Uint8Array<ArrayBuffer>, {
    status,
    headers: {
      ...cached,
      "content-type": type,
      "content-length": String(body.length),
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    },
  });
}

/** Returns the encoding to send. Files that are not text have one form. */
function formFor(request: Request, forms: BuiltFile["forms"]): keyof BuiltFile["forms"] {
  const encoding = encodingFor(request);
  return forms[encoding] ? encoding : "identity";
}
