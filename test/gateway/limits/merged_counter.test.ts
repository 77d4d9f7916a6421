import { expect, test } from "vitest";
import {
  createMergedCounter,
  type MergedWindow,
  type Totals,
} from "../../../gateway/limits/merged_counter.ts";

test("a count is taken back also if a slow answer came before a quick one", async () => {
  const sent: { totals: Totals; answer(window: MergedWindow): void }[] = [];
  const counter = createMergedCounter(
    { keyPrefix: "test", seconds: 60 },
    (_, totals) => new Promise((answer) => sent.push({ totals, answer })),
  );
  const slow = counter.countNow("a", 1);
  const quick = counter.countNow("a", 1);
  // Redis got the first message half a second late, so less of the window was left.
  sent[0]!.answer({ count: 1, msLeft: sent[0]!.totals.msLeft - 500 });
  await slow;
  sent[1]!.answer({ count: 2, msLeft: sent[1]!.totals.msLeft });
  const { endsAtMs } = await quick;
  void counter.takeBack("a", { amount: 1, endsAtMs });
  expect(sent[2]?.totals).toMatchObject({ counted: 2, takenBack: 1 });
});
