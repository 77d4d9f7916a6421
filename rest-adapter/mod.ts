// The one door of the HTTP contract: what the gateway, and any other host of it, may know.
export type { Connection } from "./exchange.ts";
export {
  createOpenApiDocument,
  type OpenApiDocument,
  type OpenApiDocumentOptions,
} from "./openapi/document.ts";
export type { PublicUseCases } from "./public_api/endpoint.ts";
export { createRestHandler, type RestHandler, type RestHandlerOptions } from "./rest_handler.ts";
