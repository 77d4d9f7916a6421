// The one door of the HTTP contract: what the gateway, and any other host of it, may know.
export type { OnDefect } from "./defects.ts";
export { type Connection, requestIdOf, staffHeaders, standingHeaders } from "./exchange.ts";
export { readJsonText, requireJsonBody } from "./json_body.ts";
export { limitHeaders } from "./limit_headers.ts";
export { createOpenApiDocument } from "./openapi/document.ts";
export {
  type Code,
  internalErrorMessage,
  retryAfterSecondsOf,
  statusOfCode,
  WireError,
} from "./refusals.ts";
export { createRestHandler, type RestHandlerOptions } from "./rest_handler.ts";
export type { SessionTokens } from "./staff_api/session_cookie.ts";
export {
  createStaffSessions,
  type StaffSessions,
  type StaffSurfaceOptions,
  type Standing,
} from "./staff_api/staff_sessions.ts";
