// The public exports of the GraphQL surface.
export { createGraphqlHandler, type GraphqlHandlerOptions } from "./graphql_handler.ts";
