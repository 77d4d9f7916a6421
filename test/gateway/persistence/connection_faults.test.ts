import { expect, test } from "vitest";
import { bookingCases, otherCases } from "../../support/connections/cases.ts";
import { expectSurvival } from "../../support/connections/faults.ts";
import { openStage } from "../../support/connections/stage.ts";
import { perFile } from "../../support/per_file.ts";

const stage = await perFile(openStage());

test.each([...bookingCases, ...otherCases])(
  "$name: its backend is terminated, every caller is answered, and the service continues",
  async (one) => {
    await expectSurvival("terminated", [one], stage);
  },
);

test.each(["killed", "frozen with their server"] as const)(
  "connections are %s in every state: every caller is answered, and the service continues",
  async (fault) => {
    await expectSurvival(fault, [...bookingCases, ...otherCases], stage);
  },
);

test("after all these faults the process stops cleanly", async () => {
  expect(await stage.service.stop()).toMatchObject({ exitCode: 0 });
});
