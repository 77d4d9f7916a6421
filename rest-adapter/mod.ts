// The door of the REST adapter.
export { createOpenApiDocument } from "./openapi/document.ts";
export { createRestHandler, type RestHandlerOptions } from "./rest_handler.ts";
