import { expect } from "vitest";
import { checkCells, removeForeign, waitForRest } from "../support/cells/check_cells.ts";
import { openSplitStage } from "../support/cells/split.ts";
import { hasHaproxy } from "../../support/haproxy.ts";
import { patience } from "../../support/time_bounds.ts";
import { proof } from "./proof.ts";

const answersBefore = 50;
/** What an organization that moves may wait for, and one that stays. */
const maxMovingMs = patience(20_000);
const maxStayingMs = patience(1000);

proof("cell-split", async (progress) => {
  await using stage = await openSplitStage({ organizations: 6, clients: 2, progress });
  const { organizations } = stage;
  await stage.waitForAnswers(answersBefore);
  const times = await stage.split();
  await stage.waitForAnswers(answersBefore);
  for (const { callers } of organizations) await callers.stop();
  const figuresOf = (isMoving: boolean) => {
    const callers = organizations.filter((one) => one.isMoving === isMoving)
      .map((one) => one.callers);
    return {
      maxWaitMs: Math.max(...callers.map(({ maxWaitMs }) => maxWaitMs)),
      unavailable: callers.reduce((sum, { unavailable }) => sum + unavailable, 0),
    };
  };
  const [moving, staying] = [figuresOf(true), figuresOf(false)];
  progress(JSON.stringify({ moving, staying }));
  expect(staying.unavailable).toBe(0);
  await waitForRest(stage);
  const cells = await checkCells(stage);
  const removed = await removeForeign(stage);
  expect(staying.maxWaitMs).toBeLessThan(maxStayingMs);
  expect(moving.maxWaitMs).toBeLessThan(maxMovingMs);
  return {
    ...times,
    ...cells,
    "longest wait of an organization that moved, ms": moving.maxWaitMs,
    "longest wait of an organization that stayed, ms": staying.maxWaitMs,
    "answers 503 to organizations that stayed": staying.unavailable,
    "rows removed": removed,
    lost: 0,
  };
}, { isPossible: hasHaproxy });
