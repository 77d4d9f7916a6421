import { z } from "zod";
import { DomainError } from "../errors.ts";
import { idField, inSchema, textField } from "../input.ts";
import { requireState, type Visit, visitStates } from "./visit.ts";
import { visitInput } from "./visit_views.ts";
import { say } from "../messages.ts";

/** How the caller has seen a visit. */
const seenField = z.object({
  state: z.enum(visitStates, {
    error: inSchema("mustBe", { what: `one of ${visitStates.join(", ")}` }),
  }),
  departmentId: idField("Its department"),
  desk: textField(20, "Its counter; null for none").nullable(),
}, { error: inSchema("mustBe", { what: "an object" }) }).nullish().meta({
  description: "How the caller has seen it. The change is made only if it is still like this",
});

export type SeenVisit = z.output<typeof seenField>;

/** Input of a change of a visit: `{id, environment?, from?}`. */
export const visitChangeInput = visitInput.extend({ from: seenField });

/**
 * Throws a CONFLICT that says what has changed, unless the visit is as the caller has seen it. Another counter may have
 * called the person meanwhile, or sent them to another department (core/visits/README.md 7).
 */
export function requireAsSeen(from: SeenVisit, visit: Visit): void {
  if (!from) return;
  requireState(visit, visit.desk === from.desk ? [from.state] : []);
  if (visit.departmentId === from.departmentId) return;
  throw new DomainError("CONFLICT", say("sentOn", { number: visit.number }));
}
