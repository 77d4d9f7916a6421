// The HTTP kit: what every HTTP surface shares, REST or not.
export { csvHeaders, csvStream } from "./csv_stream.ts";
export { breakOffOf, type OnDefect } from "./defects.ts";
export { maxBodyBytes, noteCollectedBody, readJsonText, requireJsonBody } from "./json_body.ts";
export {
  challenges,
  type Code,
  internalErrorMessage,
  retryAfterSecondsOf,
  statusOfCode,
  WireError,
} from "./refusals.ts";
export { queryFaults } from "../query.ts";
export {
  commonHeaders,
  type Compressor,
  type ConnectionInfo,
  limitHeaders,
  type Refused,
  requestIdOf,
  staffHeaders,
} from "./request_context.ts";
export { type BrowserTokens, originFor, type SessionTokens } from "./session_cookie.ts";
export {
  type CallerState,
  createStaffSessions,
  type StaffSessions,
  type StaffSurfaceOptions,
} from "./staff_sessions.ts";
