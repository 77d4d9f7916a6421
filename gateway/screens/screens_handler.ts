import { type Application, DomainError, type ScreenCaller } from "../../core/mod.ts";
import {
  challenges,
  commonHeaders,
  type ConnectionInfo,
  internalErrorMessage,
  type OnDefect,
  requestIdOf,
  requireJsonBody,
  retryAfterSecondsOf,
  staffHeaders,
  statusOfCode,
  WireError,
} from "../../rest-adapter/http/mod.ts";
import { type OpenDisplay, openDisplayStream } from "./display_stream.ts";

/** The use cases that the pages need. */
type ScreensUseCases = Pick<
  Application,
  | "showTicket"
  | "showFeed"
  | "showOwnAppointment"
  | "getOwnCalendarFile"
  | "cancelOwnAppointment"
  | "moveOwnAppointment"
  | "listOwnTimes"
  | "authenticateScreen"
  | "followDisplay"
  | "showKiosk"
  | "arriveAtKiosk"
  | "takeTicket"
>;

/** The maximum number of open streams of one display in one process: its tabs, and those that a lost network left. */
const maxStreamsPerScreen = 10;

/** The data of the pages in the office (gateway/screens/README.md). */
export interface ScreensHandler {
  /** Answers a request below `/screens/` or `/feeds/`. Never throws and never rejects. */
  handle(
    request: Request,
    connection: Pick<ConnectionInfo, "ipAddress" | "requestId">,
  ): Promise<Response>;
  /** Ends all streams, so that their displays connect to another process. */
  end(): void;
}

interface Received {
  request: Request;
  token: string | null;
  ipAddress: string;
}

type Answer = (received: Received) => Promise<Response>;

/** Creates the handler. `heartbeatMs` is how often a display is read again without a change. */
export function createScreensHandler(
  application: ScreensUseCases,
  { onDefect = () => {}, heartbeatMs = 5000 }: { onDefect?: OnDefect; heartbeatMs?: number } = {},
): ScreensHandler {
  const open = new Set<OpenDisplay>();
  /** The number of streams of each screen. */
  const counts = new Map<string, number>();
  let hasEnded = false;

  const kioskOf = ({ token, ipAddress }: Received) =>
    application.authenticateScreen(token, { kind: "KIOSK", ipAddress });

  const routes: Record<string, Partial<Record<string, Answer>>> = {
    "/screens/ticket": {
      GET: async ({ token, ipAddress }) =>
        Response.json(await application.showTicket(token, { ipAddress })),
    },
    "/screens/appointment": {
      GET: async ({ token, ipAddress }) =>
        Response.json(await application.showOwnAppointment(token, { ipAddress })),
    },
    "/screens/appointment/calendar.ics": {
      GET: async ({ token, ipAddress }) => {
        const file = await application.getOwnCalendarFile(token, { ipAddress });
        return new Response(file, { headers: { "Content-Type": "text/calendar; charset=utf-8" } });
      },
    },
    "/screens/appointment/times": {
      GET: async ({ request, token, ipAddress }) => {
        const startDate = new URL(request.url).searchParams.get("startDate") ?? undefined;
        const question = { input: { startDate }, ipAddress };
        return Response.json(await application.listOwnTimes(token, question));
      },
    },
    "/screens/appointment/cancellation": {
      POST: async ({ request, token, ipAddress }) => {
        const input = await requireJsonBody(request);
        return Response.json(await application.cancelOwnAppointment(token, { input, ipAddress }));
      },
    },
    "/screens/appointment/move": {
      POST: async ({ request, token, ipAddress }) => {
        const input = await requireJsonBody(request);
        return Response.json(await application.moveOwnAppointment(token, { input, ipAddress }));
      },
    },
    "/screens/display": { GET: streamDisplay },
    "/feeds/{token}.ics": { GET: sendFeed },
    "/screens/kiosk": {
      GET: async (received) => Response.json(await application.showKiosk(await kioskOf(received))),
    },
    "/screens/kiosk/arrivals": {
      POST: async (received) => {
        const caller = await kioskOf(received);
        const input = await requireJsonBody(received.request);
        const { ipAddress } = received;
        return Response.json(await application.arriveAtKiosk(caller, { input, ipAddress }));
      },
    },
    "/screens/kiosk/tickets": {
      POST: async (received) => {
        const caller = await kioskOf(received);
        const input = await requireJsonBody(received.request);
        const { ipAddress } = received;
        return Response.json(await application.takeTicket(caller, { input, ipAddress }));
      },
    },
  };

  async function sendFeed({ token, ipAddress }: Received): Promise<Response> {
    const calendar = await application.showFeed(token, { ipAddress }).catch(unknownIsNotFound);
    return new Response(calendar, { headers: feedHeaders });
  }

  async function streamDisplay({ request, token, ipAddress }: Received): Promise<Response> {
    const caller = await application.authenticateScreen(token, { kind: "DISPLAY", ipAddress });
    // A proxy that buffers would hold the events back.
    const headers = { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" };
    // It must not stay open.
    if (request.method === "HEAD") return new Response(null, { headers });
    const release = takePlace(caller);
    const display = await application.followDisplay(caller).catch((error) => {
      release();
      throw error;
    });
    const stream = openDisplayStream(display, {
      heartbeatMs,
      onEnd() {
        release();
        open.delete(stream);
      },
    });
    open.add(stream);
    // The service began to stop while the stream was opened.
    if (hasEnded) stream.end();
    return new Response(stream.body, { headers });
  }

  /** Counts a stream of a display. Returns a function that ends the count. Throws RATE_LIMIT_EXCEEDED. */
  function takePlace({ tokenHash }: ScreenCaller): () => void {
    const count = counts.get(tokenHash) ?? 0;
    if (count >= maxStreamsPerScreen) {
      throw new DomainError(
        "RATE_LIMIT_EXCEEDED",
        `A display may be open ${maxStreamsPerScreen} times. Make one display for each screen.`,
        { retryAfterSeconds: 60 },
      );
    }
    counts.set(tokenHash, count + 1);
    return () => {
      const left = counts.get(tokenHash)! - 1;
      if (left > 0) counts.set(tokenHash, left);
      else counts.delete(tokenHash);
    };
  }

  return {
    async handle(request, { ipAddress, ...connection }) {
      const requestId = connection.requestId ?? requestIdOf(request.headers);
      const { pathname } = new URL(request.url);
      const feedToken = feedForm.exec(pathname)?.[1] ?? null;
      // No log and no message may have the token.
      const path = feedToken === null ? pathname : "/feeds/{token}.ics";
      let response: Response;
      try {
        const methods = routes[path];
        const { method } = request;
        const answer = methods?.[method === "HEAD" ? "GET" : method];
        response = answer
          ? await answer({ request, token: feedToken ?? tokenOf(request), ipAddress })
          : methods
          ? wrongMethod(Object.keys(methods)[0]!)
          : refusal(404, "NOT_FOUND", nothingAt(path));
      } catch (error) {
        response = refusalOf(error);
        if (response.status === 500 && !request.signal.aborted) {
          onDefect(error, { requestId, method: request.method, path });
        }
      }
      const headers = { ...commonHeaders({ requestId }), ...publicHeaders };
      for (const [name, value] of Object.entries(headers)) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return response;
    },
    end() {
      hasEnded = true;
      for (const stream of open) stream.end();
    },
  };
}

const feedForm = /^\/feeds\/([^/]+)\.ics$/;

// A calendar may keep the feed, and must ask whether it is still true.
const feedHeaders = {
  "Content-Type": "text/calendar; charset=utf-8",
  "Cache-Control": "private, no-cache",
};

/** Calendars ask for a password if they get 401, so an unknown feed is a file that does not exist. */
function unknownIsNotFound(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "UNAUTHENTICATED") throw error;
  throw new DomainError("SCREEN_NOT_FOUND", error.message);
}

/** No cache, search engine or other page gets a number or a token. */
const publicHeaders = { ...staffHeaders, "X-Robots-Tag": "noindex" };

/** Returns the token of the `Authorization` header. It is not in the path, so no log of a proxy has it (README 3). */
function tokenOf({ headers }: Request): string | null {
  return /^Bearer (\S+)$/i.exec(headers.get("Authorization") ?? "")?.[1] ?? null;
}

function nothingAt(path: string): string {
  const reason = path.endsWith("/") ? ". Paths have no slash at the end: leave it out" : "";
  return `There is nothing at this path${reason}`;
}

function wrongMethod(method: string): Response {
  const response = refusal(405, "METHOD_NOT_ALLOWED", `Use ${method}`);
  response.headers.set("Allow", method === "GET" ? "GET, HEAD" : method);
  return response;
}

function refusalOf(error: unknown): Response {
  if (error instanceof WireError) {
    return refusal(statusOfCode[error.code], error.code, error.message);
  }
  if (!(error instanceof DomainError)) return refusal(500, "INTERNAL_ERROR", internalErrorMessage);
  const { code, message, details } = error;
  const response = refusal(statusOfCode[code], code, message, details);
  const retryAfter = retryAfterSecondsOf(error);
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  if (response.status === 401) response.headers.set("WWW-Authenticate", challenges.token);
  return response;
}

function refusal(
  status: number,
  code: string,
  message: string,
  details: DomainError["details"] = [],
): Response {
  const error = { code, message, ...(details.length > 0 && { details }) };
  return Response.json({ error }, { status });
}
