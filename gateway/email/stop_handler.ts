import { type Application, stopPath } from "../../core/mod.ts";
import { maxBodyBytes, type OnDefect, requestIdOf } from "../../rest-adapter/http/mod.ts";
import { pageHeaders } from "../http/page_headers.ts";
import { type Language, type StopPage, stopPageOf, stopPolicy } from "./stop_page.ts";

type StopUseCases = Pick<Application, "showStop" | "setStop">;

/**
 * Creates the handler of the links in mails. A GET shows a page and changes nothing, because mail programs and virus
 * scanners open links. A POST stops mails, also that of a mail program (RFC 8058). Never throws.
 */
export function createStopHandler(
  application: StopUseCases,
  { onDefect = () => {} }: { onDefect?: OnDefect } = {},
) {
  return async (
    request: Request,
    connection: { requestId?: string | undefined },
  ): Promise<Response> => {
    const requestId = connection.requestId ?? requestIdOf(request.headers);
    const language = languageFor(request);
    const answer = (status: number, page: StopPage, headers: Record<string, string> = {}) =>
      new Response(request.method === "HEAD" ? null : stopPageOf(page, language), {
        status,
        headers: { ...pageHeaders, ...ownHeaders, ...headers, "x-request-id": requestId },
      });
    const token = new URL(request.url).pathname.slice(stopPath.length);
    try {
      if (request.method === "POST") {
        const stops = new URLSearchParams(await bodyOf(request)).get("action") !== "resume";
        const state = await application.setStop(token, { stops });
        return answer(state ? 200 : 404, state ?? "unknown");
      }
      if (request.method !== "GET" && request.method !== "HEAD") {
        return answer(405, "unknown", { allow: "GET, HEAD, POST" });
      }
      const state = await application.showStop(token);
      return answer(state ? 200 : 404, state ?? "unknown");
    } catch (error) {
      // The path has the token.
      onDefect(error, { requestId, method: request.method, path: stopPath });
      return new Response("The service is not available. Try again later.", {
        status: 503,
        headers: { ...pageHeaders, "retry-after": "5", "content-type": "text/plain" },
      });
    }
  };
}

const ownHeaders = {
  "cache-control": "no-store",
  "content-security-policy": stopPolicy,
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  vary: "accept-language",
};

/** Returns the body of a form. Programs send "List-Unsubscribe=One-Click", in one of two forms or none. */
async function bodyOf(request: Request): Promise<string> {
  const text = await request.text().catch(() => "");
  return text.length <= maxBodyBytes ? text : "";
}

/** Returns the first language of the browser that the page has. */
function languageFor(request: Request): Language {
  const accepted = request.headers.get("accept-language")?.toLowerCase() ?? "";
  return /(?:^|,)\s*(en|de)\b/.exec(accepted)?.[1] === "de" ? "de" : "en";
}
