import type { Pool } from "pg";
import { rowsOf, type Statement } from "../database/statement.ts";

/** The progress of the demo data in this database. */
export interface DemoState {
  /** Identifies the demo organization by its name. */
  mark: string;
  /** Whether its keys and its password were printed. */
  isShown: boolean;
}

/** Stores the progress of the demo data, so it survives a killed start (gateway/demo/README.md 1). */
export interface DemoStates {
  /** Returns undefined if no demo data was begun. */
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
