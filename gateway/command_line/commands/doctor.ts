import { examinationText, examine } from "../../doctor/mod.ts";
import type { StandaloneCommand } from "../command.ts";

/** Checks everything that the service depends on. */
export const doctor: StandaloneCommand = {
  name: "doctor",
  about: "Checks configuration, database, Redis, clocks, secrets, disk and the work that waits",
  options: {},
  async runAlone(environment, { signal }) {
    const result = await examine(environment, { signal });
    return { result, text: examinationText(result), exitCode: result.healthy ? 0 : 1 };
  },
};
