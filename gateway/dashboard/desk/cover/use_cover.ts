import { useRef, useState } from "react";
import { hasErrorCode } from "../../api/errors.ts";
import { readNow, useWrite } from "../../api/hooks.ts";
import { serviceText } from "../../api/service_text.ts";
import type { Input, Output } from "../../api/types.ts";
import { toast, toastFailure, toastFault } from "../../ui/toast.tsx";
import { affectedQueries } from "../actions.ts";
import { t } from "./texts.ts";

/** The worker, the dates and hours of an absence, and the environment. */
export type CoverQuery = Input<"workers.coverPlan">;
export type CoverPlan = Output<"workers.coverPlan">;
type Move = CoverPlan["moves"][number];

/** What was moved, and who is left with the absent worker. */
export interface CoverResult {
  moved: readonly Move[];
  left: CoverPlan["unplaced"];
}

const maxMoves = 100;
// A place that was taken meanwhile needs a new plan.
const maxRounds = 5;
const changes = [...affectedQueries, "workers.list"] as const;

/**
 * Gives the appointments of an absent worker away, and undoes it. If it is cut off, it can be called again and goes on:
 * moves without an answer are sent again as they were.
 */
export function useCover({ name, addsAbsence }: { name: string; addsAbsence: boolean }) {
  const add = useWrite("workers.addAbsence", { changes });
  const remove = useWrite("workers.removeAbsence", { changes });
  const move = useWrite("appointments.moveMany", { changes });
  const undoMoves = useWrite("appointments.undoMoves", { changes });
  const done = useRef({ moved: [] as Move[], unanswered: [] as readonly Move[], absence: false });
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [result, setResult] = useState<CoverResult | null>(null);

  async function enterAbsence({ id, from, to }: CoverQuery): Promise<void> {
    if (!addsAbsence || done.current.absence) return;
    try {
      await add.mutateAsync({ id, from, to });
      done.current.absence = true;
    } catch (error) {
      // Somebody has entered it already.
      if (!hasErrorCode(error, "VALIDATION_ERROR")) throw error;
    }
  }

  async function send(environment: CoverQuery["environment"]): Promise<void> {
    const state = done.current;
    while (state.unanswered.length > 0) {
      const batch = state.unanswered.slice(0, maxMoves);
      const moves = batch.map(inputOf);
      const { moved } = await move.mutateAsync({ environment, moves });
      state.moved.push(...batch.filter(({ appointment: { id } }) => moved.includes(id)));
      state.unanswered = state.unanswered.slice(batch.length);
    }
  }

  async function cover(query: CoverQuery, shown: CoverPlan): Promise<void> {
    setIsPending(true);
    setError(null);
    const state = done.current;
    try {
      await enterAbsence(query);
      if (state.unanswered.length === 0 && state.moved.length === 0) state.unanswered = shown.moves;
      let plan = shown;
      for (let round = 0; round < maxRounds; round += 1) {
        await send(query.environment);
        plan = await readNow("workers.coverPlan", query);
        if (plan.moves.length === 0) break;
        state.unanswered = plan.moves;
      }
      state.unanswered = [];
      const left = [...plan.unplaced, ...plan.moves.map(({ appointment }) => appointment)];
      setResult({ moved: state.moved, left });
    } catch (error) {
      setError(error);
    } finally {
      setIsPending(false);
    }
  }

  /** Puts everybody back, and removes the absence if this act has entered it. */
  function undo({ id, from, to, environment }: CoverQuery): void {
    const { moved, absence } = done.current;
    const moves = moved.toReversed().map(inputOf).map((one) => ({
      id: one.id,
      from: one.to,
      to: one.from,
    }));
    async function send(): Promise<void> {
      const refused = [];
      for (let i = 0; i < moves.length; i += maxMoves) {
        const batch = moves.slice(i, i + maxMoves);
        refused.push(...(await undoMoves.mutateAsync({ environment, moves: batch })).refused);
      }
      if (absence) await remove.mutateAsync({ id, from, to });
      toast(t("undone", { count: moves.length - refused.length, name }));
      const [first] = refused;
      if (!first) return;
      const reason = serviceText(first.reason) ?? t("changed");
      toastFault(t("notBack", { count: refused.length, reason }));
    }
    const act = (): void => void send().catch((error: unknown) => toastFailure(error, act));
    act();
  }

  /** Returns whether something has changed that can be undone. */
  const hasChanged = () => done.current.moved.length > 0 || done.current.absence;
  const movedCount = () => done.current.moved.length;
  return { cover, undo, hasChanged, movedCount, isPending, error, result };
}

function inputOf({ appointment: { id, dateTime, workerId }, to }: Move) {
  return {
    id,
    from: { dateTime, workerId },
    to: { dateTime: to.dateTime, workerId: to.workerId },
  };
}
