import { expect } from "vitest";
import { bookingCases, type Case, otherCases } from "../../support/connections/cases.ts";
import {
  expectSurvival,
  type Fault,
  type FaultFigures,
  faults,
} from "../../support/connections/faults.ts";
import { openStage } from "../../support/connections/stage.ts";
import { proof } from "./proof.ts";

const rounds = Number(process.env["CONNECTION_ROUNDS"] ?? 3);
// A frozen backend takes as long as the service waits for it, so those are frozen together.
const each = [...bookingCases, ...otherCases].map((one) => [one]);
const together = [bookingCases, otherCases];
const plan: Record<Fault, readonly (readonly Case[])[]> = {
  terminated: [...each, ...together],
  killed: [...each, ...together],
  frozen: together,
  "frozen with their server": together,
};

proof("connections", async (progress) => {
  await using stage = await openStage();
  const happened: FaultFigures[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const fault of faults) {
      for (const kinds of plan[fault]) happened.push(await expectSurvival(fault, kinds, stage));
      progress(`round ${round} of ${rounds}: ${fault}, ${happened.length} faults so far`);
    }
  }
  const { exitCode } = await stage.service.stop();
  expect(exitCode).toBe(0);
  const statuses = happened.flatMap(({ answers }) => Object.values(answers));
  const max = (times: number[]) => Math.round(Math.max(...times));
  return {
    faults: happened.length,
    "processes ended by them": 0,
    "callers that waited": statuses.length,
    "answered 503": statuses.filter((status) => status === 503).length,
    "longest wait for an answer, ms": max(happened.map(({ answeredMs }) => answeredMs)),
    "longest until everything worked again, ms": max(happened.map((one) => one.recoveredMs)),
  };
});
