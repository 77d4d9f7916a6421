import { seedDemo } from "../demo/seed_demo.ts";
import { type Command, defineCommand } from "../command.ts";

const seed = defineCommand({
  name: "demo seed",
  about: "Makes one more demo organization with appointments of today and a week",
  options: {},
  note: { field: "password", text: "The keys and the password are shown this once." },
  async run(application) {
    const { timeZone: _, ...demo } = await seedDemo(application);
    return demo;
  },
});

/** What an operator can do with demo data. */
export const demoCommands: readonly Command[] = [seed];
