import { type Command, defineCommand } from "../command.ts";

const run = defineCommand({
  name: "retention run",
  about: "Removes the personal data that organizations no longer keep, like the service every day",
  options: {},
  async run(application) {
    return { runs: await application.applyRetention() };
  },
});

/** Commands that remove old personal data. */
export const retentionCommands: readonly Command[] = [run];
