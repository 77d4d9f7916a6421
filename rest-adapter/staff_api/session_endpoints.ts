import { z } from "zod";
import { sessionView, signInInput, toSessionView } from "../../core/mod.ts";
import { requireJsonBody } from "../http/json_body.ts";
import { documented } from "../wire/documented.ts";
import type { SessionBeginning, SignedInEndpoint } from "./endpoint.ts";

const path = "/api/staff/session";
const tag = "Staff session";

const setCookie = z.string().meta({ description: "The session cookie; HttpOnly" });
const setCookies = z.string().meta({
  description: "The session cookie, and a cookie by which this browser is known later; HttpOnly",
});

/** Signs in (rest-adapter/README.md 8.1). */
export const signInEndpoint: SessionBeginning = {
  method: "POST",
  path,
  operationId: "signIn",
  tag,
  summary: "Sign in",
  description:
    "Begins a session. It ends after 12 hours, or after 30 minutes without activity. A session of " +
    "the sent cookie is ended. After 5 failures for an account from one address, or 50 failures " +
    "from one address, within 15 minutes, sign-in is refused with 429. After 20 failures for an " +
    "account from all addresses within an hour, few attempts a minute are accepted without a second " +
    "factor; a known browser is not concerned. A user with a second factor sends `code`, too; without it the answer to the right password is FACTOR_REQUIRED.",
  beginsSession: true,
  request: {
    body: {
      schema: documented(signInInput),
      example: { email: "ada@example.org", password: "correct horse battery" },
    },
  },
  success: {
    status: 200,
    description: "The user is signed in",
    body: sessionView,
    headers: { "Set-Cookie": setCookies },
  },
  refusals: [
    "VALIDATION_ERROR",
    "INVALID_CREDENTIALS",
    "FACTOR_REQUIRED",
    "PAYLOAD_TOO_LARGE",
    "RATE_LIMIT_EXCEEDED",
  ],
  async handle({ request, ipAddress, sessions }) {
    const object = await requireJsonBody(request);
    const { caller, setCookies } = await sessions.begin(object, { request, ipAddress });
    return { status: 200, body: toSessionView(caller), setCookies };
  },
};

/** Returns the session (rest-adapter/README.md 8.1). */
export const getSessionEndpoint: SignedInEndpoint = {
  method: "GET",
  path,
  operationId: "getSession",
  tag,
  summary: "Read the session",
  description: "Returns the user and the organization of the session.",
  useCase: null,
  request: {},
  success: { status: 200, description: "The session", body: sessionView },
  refusals: [],
  handle: async ({ caller }) => ({ status: 200, body: toSessionView(caller) }),
};

/** Signs out (rest-adapter/README.md 8.1). */
export const signOutEndpoint: SignedInEndpoint = {
  method: "DELETE",
  path,
  operationId: "signOut",
  tag,
  summary: "Sign out",
  description: "Ends the session. The next request with its cookie is refused by every process.",
  useCase: null,
  request: {},
  success: {
    status: 204,
    description: "The session has ended",
    headers: { "Set-Cookie": setCookie },
  },
  refusals: ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"],
  async handle({ caller, sessions }) {
    return { status: 204, headers: { "Set-Cookie": await sessions.end(caller) } };
  },
};
