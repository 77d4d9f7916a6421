// The public exports of the tRPC surface: the handler, and the type that clients are made from.
export type { AppRouter } from "./router.ts";
export { createTrpcHandler, type TrpcHandlerOptions } from "./trpc_handler.ts";
