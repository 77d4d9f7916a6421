// The one door of the HTTP contract: what the gateway, and any other host of it, may know.
export { createOpenApiDocument } from "./openapi/document.ts";
export { createRestHandler, type RestHandlerOptions } from "./rest_handler.ts";
export type { SessionTokens } from "./staff_api/session_cookie.ts";
