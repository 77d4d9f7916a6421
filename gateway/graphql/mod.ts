// The one door of reporting: the handler.
export { createGraphqlHandler, type GraphqlHandlerOptions } from "./graphql_handler.ts";
