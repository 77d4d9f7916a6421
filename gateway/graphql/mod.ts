// The one door of reporting: the handler.
export { createGraphqlHandler } from "./graphql_handler.ts";
