// The door of the REST adapter: a host imports this file and no other.
export type { OnDefect } from "./defects.ts";
export {
  commonHeaders,
  type ConnectionInfo,
  requestIdOf,
  staffHeaders,
} from "./request_context.ts";
export { maxBodyBytes, readJsonText, requireJsonBody } from "./json_body.ts";
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
  type CallerState,
  createStaffSessions,
  type StaffSessions,
  type StaffSurfaceOptions,
} from "./staff_api/staff_sessions.ts";
