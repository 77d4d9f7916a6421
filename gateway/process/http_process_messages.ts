import type { CountAnswers, CountRequests } from "../limits/mod.ts";
import type { MetricValues } from "../metrics/mod.ts";

/** A message of an HTTP process to the first process. */
export type FromHttpProcess =
  /** It has the port and waits for `serve`. */
  | { kind: "listening" }
  /** It serves all surfaces. */
  | { kind: "serving" }
  /** It cannot start. It ends by itself. */
  | { kind: "failed"; message: string }
  | { kind: "count"; asked: CountRequests }
  | { kind: "measured"; id: number; values: MetricValues };

/** A message of the first process to an HTTP process. */
export type ToHttpProcess =
  /** The database is ready. `embeddedUrl` contains a password, so it is in no environment and no command line. */
  | { kind: "serve"; embeddedUrl: string | undefined; hasDashboard: boolean }
  /** All HTTP processes serve, so that `/readyz` may say it. */
  | { kind: "all-serving" }
  | { kind: "counted"; answers: CountAnswers }
  /** A scrape asks for its metrics. */
  | { kind: "measure"; id: number }
  | { kind: "stop" };
