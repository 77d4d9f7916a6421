import type { Pool } from "pg";
import { rowsOf, type Statement } from "../database/statement.ts";

/** What is known of the demo data of this database; undefined if none was begun. */
export interface DemoState {
  /** Identifies the demo organization by its name. */
  mark: string;
  /** Whether somebody has been shown its keys and its password. */
  isShown: boolean;
}

/** The state of the demo data, which survives a killed start (gateway/command_line/demo/README.md 1). */
export interface DemoStates {
  find(): Promise<DemoState | undefined>;
  begin(mark: string): Promise<void>;
  noteShown(): Promise<void>;
}

const find: Statement<{ mark: string; isShown: boolean }> = {
  text: 'select mark, is_shown as "isShown" from demo_state',
};
const begin: Statement<never> = { text: "insert into demo_state (mark) values ($1)" };
const noteShown: Statement<never> = { text: "update demo_state set is_shown = true" };

export function createDemoStates(pool: Pool): DemoStates {
  return {
    find: async () => (await rowsOf(pool, find, []))[0],
    begin: async (mark) => void await rowsOf(pool, begin, [mark]),
    noteShown: async () => void await rowsOf(pool, noteShown, []),
  };
}
