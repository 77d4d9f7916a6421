import type { UseCase } from "../../api/types.ts";
import { type Stored, stored } from "../stored.ts";

/** The commands that have a key of one character, with their keys. A person can change the keys or switch them off. */
export const defaultKeys = {
  search: "/",
  next: "j",
  previous: "k",
  checkIn: "c",
  miss: "m",
  move: "r",
  cancel: "x",
  book: "n",
  previousDay: "[",
  nextDay: "]",
  today: "t",
  callNext: "q",
  callAgain: "a",
  start: "s",
  finish: "f",
  walkIn: "w",
  help: "?",
} as const;

export type Command = keyof typeof defaultKeys;
export const commands = Object.keys(defaultKeys) as Command[];

/** The use case of each command that changes something. Whoever may not call it gets a message instead. */
export const neededBy: Partial<Record<Command, UseCase>> = {
  checkIn: "completeAppointment",
  miss: "markMissed",
  move: "rescheduleAppointment",
  cancel: "cancelAppointment",
  book: "createAppointment",
  callNext: "callNext",
  callAgain: "callAgain",
  start: "startService",
  finish: "finishVisit",
  walkIn: "arrive",
};

/** The keys of one person. */
export interface Shortcuts {
  isOn: boolean;
  keys: Record<Command, string>;
}

/** Keys that are no characters. They are fixed, and work while the list or nothing has the focus. */
export const listKeys = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Enter: "open",
  Escape: "back",
} as const satisfies Record<string, Command | "open" | "back">;

/** What a page can do by keys. */
export type KeyActions = Partial<Record<Command | "open" | "back", () => void>> & {
  /** Notes the selected row or the focus, and returns a function that goes back to it. */
  place?(): () => void;
};

const settings = new Map<number, Stored<Shortcuts>>();

/** Returns the stored keys of a person in this browser. */
export function shortcutsOf(userId: number): Stored<Shortcuts> {
  let setting = settings.get(userId);
  if (!setting) settings.set(userId, setting = stored(`shortcuts:${userId}`, parseShortcuts));
  return setting;
}

/** Reads stored keys. What is not valid becomes the default. */
function parseShortcuts(value: unknown): Shortcuts {
  const { isOn, keys } = (value ?? {}) as { isOn?: unknown; keys?: Record<string, unknown> };
  const chosen = { ...defaultKeys } as Record<Command, string>;
  for (const command of commands) {
    const key = keys?.[command];
    if (typeof key === "string" && isUsableKey(key)) chosen[command] = key;
  }
  const areDistinct = new Set(Object.values(chosen)).size === commands.length;
  return { isOn: isOn !== false, keys: areDistinct ? chosen : { ...defaultKeys } };
}

/** Returns whether a key can be a shortcut. Space presses buttons and scrolls. */
export function isUsableKey(key: string): boolean {
  return [...key].length === 1 && key.trim() !== "";
}

/** Returns the command of a key; undefined if it has none or the shortcuts are off. */
export function commandOfKey({ isOn, keys }: Shortcuts, key: string): Command | undefined {
  return isOn ? commands.find((command) => keys[command] === key) : undefined;
}
