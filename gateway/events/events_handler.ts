import { type Application, DomainError, isBoundAlike, type StaffCaller } from "../../core/mod.ts";
import {
  type CallerState,
  challenges,
  commonHeaders,
  type ConnectionInfo,
  createStaffSessions,
  internalErrorMessage,
  requestIdOf,
  retryAfterSecondsOf,
  staffHeaders,
  type StaffSurfaceOptions,
  statusOfCode,
} from "../../rest-adapter/http/mod.ts";
import { openEventStream, type OpenStream } from "./event_stream.ts";

/** The maximum number of open streams of one staff user in one process. */
const maxStreamsPerUser = 20;
/** A stream that stays open is no activity of a person, so it does not prolong an idle session. */
const background = { isActivity: false };

/** The use cases that the stream needs. */
type EventsUseCases = Pick<
  Application,
  | "signIn"
  | "signInWithPasskey"
  | "finishSso"
  | "authenticateSession"
  | "signOut"
  | "countStaffRequest"
  | "staff"
>;

/** The stream of what changes in the caller's organization (gateway/events/README.md). */
export interface EventsHandler {
  /** Answers a request for the stream. Never throws and never rejects. */
  handle(
    request: Request,
    connection: Pick<ConnectionInfo, "ipAddress" | "requestId">,
  ): Promise<Response>;
  /** Ends all streams, so that their readers connect to another process. */
  end(): void;
}

/** Creates the handler. `heartbeatMs` is how often a silent stream sends a byte, and checks its session. */
export function createEventsHandler(
  application: EventsUseCases,
  { publicUrl, sessionTokens, onDefect = () => {}, heartbeatMs = 15_000 }: StaffSurfaceOptions & {
    heartbeatMs?: number;
  },
): EventsHandler {
  const sessions = createStaffSessions(application, { publicUrl, sessionTokens });
  const open = new Set<OpenStream>();
  /** The number of streams of each user. */
  const counts = new Map<number, number>();
  let hasEnded = false;

  async function answer(
    request: Request,
    { ipAddress, requestId }: { ipAddress: string; requestId: string },
  ): Promise<Response> {
    refuseForeignReader(request);
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") {
      const refused = refusal(405, "METHOD_NOT_ALLOWED", "Use GET");
      refused.headers.set("Allow", "GET, HEAD");
      return refused;
    }
    const origin = { request, ipAddress };
    const caller = await sessions.authenticate(origin, background);
    await sessions.count(caller, {} satisfies CallerState);
    const headers = {
      "Content-Type": "text/event-stream",
      // A proxy that buffers would hold the events back.
      "X-Accel-Buffering": "no",
      ...commonHeaders({ requestId }),
      ...staffHeaders,
    };
    // It must not stay open.
    if (method === "HEAD") return new Response(null, { headers });
    const release = takePlace(caller);
    const after = positionOf(request);
    const changes = await application.staff.followChanges(caller, { after }).catch((error) => {
      release();
      throw error;
    });
    const stream = openEventStream(changes, {
      heartbeatMs,
      right: () => rightOf(caller, origin),
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

  /** Counts a stream of the user. Returns a function that ends the count. Throws RATE_LIMIT_EXCEEDED. */
  function takePlace({ staffUserId }: StaffCaller): () => void {
    const count = counts.get(staffUserId) ?? 0;
    if (count >= maxStreamsPerUser) {
      throw new DomainError(
        "RATE_LIMIT_EXCEEDED",
        `A staff user may have ${maxStreamsPerUser} open streams. Close other tabs.`,
        { retryAfterSeconds: 60 },
      );
    }
    counts.set(staffUserId, count + 1);
    return () => {
      const left = counts.get(staffUserId)! - 1;
      if (left > 0) counts.set(staffUserId, left);
      else counts.delete(staffUserId);
    };
  }

  /** Returns whether the session is valid and its user sees the same. If the database is away, the feed decides. */
  async function rightOf(
    before: StaffCaller,
    origin: { request: Request; ipAddress: string },
  ): Promise<"same" | "changed" | "none"> {
    try {
      const now = await sessions.authenticate(origin, background);
      if (now.organizationId !== before.organizationId) return "none";
      return now.role === before.role && isBoundAlike(before, now) ? "same" : "changed";
    } catch (error) {
      const isOver = error instanceof DomainError && error.code === "UNAUTHENTICATED";
      return isOver ? "none" : "same";
    }
  }

  return {
    async handle(request, { ipAddress, ...connection }) {
      const requestId = connection.requestId ?? requestIdOf(request.headers);
      try {
        return await answer(request, { ipAddress, requestId });
      } catch (error) {
        const response = refusalOf(error);
        if (response.status === 500 && !request.signal.aborted) {
          onDefect(error, { requestId, method: request.method, path: "/events/stream" });
        }
        const headers = { ...commonHeaders({ requestId }), ...staffHeaders };
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
        return response;
      }
    },
    end() {
      hasEnded = true;
      for (const stream of open) stream.end();
    },
  };
}

/** Throws FORBIDDEN if a page of another site opens the stream: it could not read it, but would hold its places. */
function refuseForeignReader({ headers }: Request): void {
  const site = headers.get("Sec-Fetch-Site");
  if (site === null || site === "same-origin" || site === "none") return;
  throw new DomainError("FORBIDDEN", "Only the service's own pages may open this stream.");
}

/** Returns the position after which the reader wants the changes; null if it has none. */
function positionOf({ headers }: Request): number | null {
  const text = headers.get("Last-Event-ID") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function refusalOf(error: unknown): Response {
  if (!(error instanceof DomainError)) {
    return refusal(500, "INTERNAL_ERROR", internalErrorMessage);
  }
  const response = refusal(statusOfCode[error.code], error.code, error.message);
  const retryAfter = retryAfterSecondsOf(error);
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  if (response.status === 401) response.headers.set("WWW-Authenticate", challenges.session);
  return response;
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}
