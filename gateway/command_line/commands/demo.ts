import { seedDemo } from "../../demo/seed_demo.ts";
import { type Command, defineCommand } from "../command.ts";

const seed = defineCommand({
  name: "demo seed",
  about: "Creates another demo organization with appointments for today and the next 7 days",
  options: {},
  note: { field: "password", text: "The keys and the password are shown only this time." },
  async run(application) {
    const { timeZone: _, ...demo } = await seedDemo(application);
    return demo;
  },
});

/** Commands for demo data. */
export const demoCommands: readonly Command[] = [seed];
