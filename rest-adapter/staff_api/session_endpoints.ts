import { z } from "zod";
import { signInInput, toSessionView } from "../../core/mod.ts";
import { requireJsonBody } from "../json_body.ts";
import { documented } from "../openapi/documented.ts";
import type { SessionBeginning, SignedInEndpoint } from "./endpoint.ts";
import { sessionSchema } from "./wire_schemas.ts";

const path = "/api/staff/session";
const tag = "Staff session";

const setCookie = z.string().meta({ description: "The session's cookie, HttpOnly" });

/** POST /api/staff/session (decisions 7). */
export const signInEndpoint: SessionBeginning = {
  method: "POST",
  path,
  operationId: "signIn",
  tag,
  summary: "Sign in",
  description:
    "Begins a session of 12 hours at most, 30 minutes without activity, and ends the one " +
    "that the cookie named. After 5 failures for an account from one address, or 50 from one " +
    "address, in 15 minutes it is refused.",
  beginsSession: true,
  request: {
    body: {
      schema: documented(signInInput, {
        email: { description: "E-mail address of the account", example: "ada@example.org" },
        password: { description: "Password of the account", example: "correct horse battery" },
      }),
      example: { email: "ada@example.org", password: "correct horse battery" },
    },
  },
  success: {
    status: 200,
    description: "Signed in",
    body: sessionSchema,
    headers: { "Set-Cookie": setCookie },
  },
  refusals: ["VALIDATION_ERROR", "INVALID_CREDENTIALS", "PAYLOAD_TOO_LARGE", "RATE_LIMIT_EXCEEDED"],
  async handle({ request, ipAddress, sessions }) {
    const object = await requireJsonBody(request);
    const { caller, setCookie } = await sessions.begin(object, { request, ipAddress });
    return { status: 200, body: toSessionView(caller), headers: { "Set-Cookie": setCookie } };
  },
};

/** GET /api/staff/session (decisions 7). */
export const getSessionEndpoint: SignedInEndpoint = {
  method: "GET",
  path,
  operationId: "getSession",
  tag,
  summary: "Who is signed in",
  description: "Gives the user and the organization of the session.",
  useCase: null,
  request: {},
  success: { status: 200, description: "The session", body: sessionSchema },
  refusals: [],
  handle: async ({ caller }) => ({ status: 200, body: toSessionView(caller) }),
};

/** DELETE /api/staff/session (decisions 7). */
export const signOutEndpoint: SignedInEndpoint = {
  method: "DELETE",
  path,
  operationId: "signOut",
  tag,
  summary: "Sign out",
  description: "Ends the session at once, in every process.",
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
