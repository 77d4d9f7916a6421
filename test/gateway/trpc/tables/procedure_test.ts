import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../gateway/trpc/mod.ts";
import type { Role, TrpcApi } from "../support.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** How one procedure is tried. */
export interface ProcedureTest<I = unknown, O = unknown> {
  /** The least role that may call it; null where it needs no session. */
  role: Role | null;
  /** Whether it works before a one-time password is changed. */
  worksFirst?: true;
  /** Makes what it needs, and gives an input that is answered. Left out where it takes none. */
  input?: (api: TrpcApi) => I | Promise<I>;
  /** What is answered to it, exactly. */
  output: O;
  /** Inputs that are malformed, each with every field at fault. */
  faults?: [input: unknown, fields: string[]][];
  /** What its `id` is of: what an id that is not the organization's is refused with, and such an id. */
  named?: { code: string; foreignId: (api: TrpcApi) => number | Promise<number> };
  /** Every other code that it can refuse with, and an input that it then refuses so. */
  refusals?: Record<string, (api: TrpcApi) => unknown>;
}

/** The tests of a router's procedures. */
export type TestsOf<R extends keyof Inputs> = {
  [P in keyof Inputs[R]]: ProcedureTest<
    Inputs[R][P],
    P extends keyof Outputs[R] ? Outputs[R][P] : never
  >;
};

/** A local date-time as it is answered. */
export const localDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
