import { Counter, type Registry } from "prom-client";
import type {
  HourlyLimits,
  PublicLimits,
  ReportingLimits,
  SignInLimits,
  StaffLimits,
} from "../../core/ports.ts";

/** The limits whose decisions are counted. */
export interface ObservedLimits {
  hourlyLimits: HourlyLimits;
  staffLimits: StaffLimits;
  reportingLimits: ReportingLimits;
  signInLimits: SignInLimits;
  publicLimits: PublicLimits;
}

const names = [
  "api_key",
  "staff",
  "reporting",
  "sign_in",
  "screen_address",
  "screen_token",
  "kiosk_code",
  "link_change",
  "kiosk_guess",
] as const;
type Decisions = Record<"allowed" | "refused", number>;

/** Measures the decisions of the limits. */
export function observeLimits(registry: Registry) {
  const zero = (): Decisions => ({ allowed: 0, refused: 0 });
  // Added to the counter at each scrape, because each request is counted.
  const counts = Object.fromEntries(names.map((limit) => [limit, zero()])) as Record<
    typeof names[number],
    Decisions
  >;
  const decisions = new Counter({
    name: "appointment_limit_decisions_total",
    help: "Decisions of limits on requests, by limit and decision (allowed, refused).",
    labelNames: ["limit", "decision"],
    registers: [registry],
    collect() {
      for (const limit of names) {
        for (const [decision, count] of Object.entries(counts[limit])) {
          decisions.inc({ limit, decision }, count);
        }
        counts[limit] = zero();
      }
    },
  });
  const local = new Counter({
    name: "appointment_limit_local_counts_total",
    help: "Counts that were made without Redis although REDIS_URL is set, because Redis was away.",
    registers: [registry],
  });
  /** Returns the same promise, so that the caller waits for nothing else. */
  function noted<S extends { isAllowed: boolean }>(
    limit: typeof names[number],
    deciding: Promise<S>,
  ): Promise<S> {
    deciding.then(
      ({ isAllowed }) => counts[limit][isAllowed ? "allowed" : "refused"] += 1,
      () => {},
    );
    return deciding;
  }
  return {
    onLocalCount: () => local.inc(),
    /** Returns the limits, whose decisions are counted. */
    observe<L extends ObservedLimits>(limits: L): L {
      const { hourlyLimits, staffLimits, reportingLimits, signInLimits, publicLimits } = limits;
      return {
        ...limits,
        hourlyLimits: { count: (key) => noted("api_key", hourlyLimits.count(key)) },
        staffLimits: { count: (id, weight) => noted("staff", staffLimits.count(id, weight)) },
        reportingLimits: {
          count: (id, cost) => noted("reporting", reportingLimits.count(id, cost)),
        },
        signInLimits: {
          attempt: (attempt) => noted("sign_in", signInLimits.attempt(attempt)),
          forgive: (attempt, scope) => signInLimits.forgive(attempt, scope),
          countFailure: (attempt) => signInLimits.countFailure(attempt),
        },
        publicLimits: {
          countUnknown: (address) => noted("screen_address", publicLimits.countUnknown(address)),
          countToken: (token) => noted("screen_token", publicLimits.countToken(token)),
          countWrongCode: (kiosk) => noted("kiosk_code", publicLimits.countWrongCode(kiosk)),
          countChange: (link) => noted("link_change", publicLimits.countChange(link)),
          countGuess: (guess) => noted("kiosk_guess", publicLimits.countGuess(guess)),
        },
      };
    },
  };
}
