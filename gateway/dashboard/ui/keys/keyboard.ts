import { useEffect, useEffectEvent } from "react";
import { may, useSession } from "../../api/session.tsx";
import { t } from "../texts.ts";
import { toast } from "../toast.tsx";
import { actForKey, notePress, pressedAt } from "./press_time.ts";
import { KeyRecognizer, type Outcome } from "./recognizer.ts";
import { learnPace, scanner } from "./scanner.ts";
import {
  type Command,
  commandOfKey,
  commands,
  type KeyActions,
  listKeys,
  neededBy,
  type Shortcuts,
} from "./shortcuts.ts";
import { SeriesEffects } from "./series_effects.ts";
import { type SlowScan, SlowScanRecognizer } from "./slow_scan.ts";
import { isListFocused, keyTargetOf } from "./text_fields.ts";

type SlowOutcome = { kind: "scan" } & SlowScan;

/** The least time between two uses of one command, so that a double press acts on one person. */
const secondUseMs = 400;
// They act on nobody, so each press counts.
const moves: ReadonlySet<Command> = new Set(
  ["next", "previous", "today", "previousDay", "nextDay"] as const,
);
/** Those that act at once, because a scan can take them back. They go on while the key is held down. */
const steps: ReadonlySet<Command | undefined> = new Set(["next", "previous"] as const);
/** A command so soon after a key that only codes have is part of a slow scan. */
const foreignKeyMs = 1000;
const keysOfCodes = /^[A-Z\d_-]$/;
/** Longer series without a pause are no accident of a person. */
const maxKeysOfPerson = 5;
// A timer that is later than this was held up by a busy page.
const lateMs = 50;
// Firefox opens its own search for these keys.
const browserKeys = new Set(["/", "'"]);

let actions: KeyActions = {};
/** When the last key was pressed that only codes have. */
let foreignKeyAt = -Infinity;
let capture: ((event: KeyboardEvent) => void) | null = null;

/**
 * Offers what the page can do by keys. They work while no text field has the focus and no dialog is open. A key whose use
 * case the user may not call says so.
 */
export function useKeyActions(wanted: KeyActions): void {
  const session = useSession();
  const refuse = () => toast(t("readOnly"));
  const refused = commands.filter((command) => {
    const needed = neededBy[command];
    return wanted[command] !== undefined && needed !== undefined && !may(session, needed);
  });
  const offered: KeyActions = {
    ...wanted,
    ...Object.fromEntries(refused.map((command) => [command, refuse])),
  };
  useEffect(() => {
    actions = offered;
    return () => {
      if (actions === offered) actions = {};
    };
  });
}

/** Gives every key to `take` while it is mounted, for a dialog that asks for a key or a scan. Null: no key. */
export function useKeyCapture(take: ((event: KeyboardEvent) => void) | null): void {
  useEffect(() => {
    capture = take;
    return () => {
      if (capture === take) capture = null;
    };
  });
}

interface Keyboard {
  shortcuts: Shortcuts;
  /**
   * Gets the possible readings of a scanned code. `actedSince`: the scanner was so slow that keys since then, in the time
   * of `pressedAt`, may have acted as commands.
   */
  onScan(codes: readonly string[], actedSince?: number): void;
  /** Called for a series of keys that is no code. */
  onUnknown(text: string): void;
  /** Called by Ctrl+Z. */
  onUndo(): void;
  /** Called by the key of the command "help", on every page. */
  onHelp(): void;
}

/**
 * Runs the commands of keys and passes on scans. It listens once for all pages, before any element gets the key, so that a
 * code can be scanned wherever the focus is (gateway/dashboard/README.md 5).
 */
export function useKeyboard({ shortcuts, onScan, onUnknown, onUndo, onHelp }: Keyboard): void {
  // `offered` are the actions before a press of the pointer that followed the key at once and may select somebody else.
  const run = useEffectEvent((key: string, times: number, offered: KeyActions) => {
    const command = commandOfKey(shortcuts, key);
    if (command === undefined || isDialogOpen()) return;
    if (moves.has(command)) { for (let i = 0; i < times; i += 1) actions[command]?.(); }
    else if (pressedAt() - foreignKeyAt < foreignKeyMs) return;
    else if (command === "help") onHelp();
    else if (isFirstUse(command)) offered[command]?.();
  });
  const step = useEffectEvent((key: string, onStep = () => {}) => {
    if (!steps.has(commandOfKey(shortcuts, key)) || isDialogOpen()) return;
    onStep();
    run(key, 1, actions);
  });
  const isForeign = useEffectEvent((key: string) =>
    keysOfCodes.test(key) && commandOfKey(shortcuts, key) === undefined
  );
  const undo = useEffectEvent(onUndo);
  const handle = useEffectEvent((outcome: Outcome, offered: KeyActions) => {
    if (outcome.kind === "command") run(outcome.key, outcome.times, offered);
    else if (outcome.kind === "unknown") onUnknown(outcome.text);
    else {
      learnPace(outcome.gapMs);
      onScan(outcome.codes, outcome.startedAt);
    }
  });
  useEffect(() => listen({ handle, step, isForeign, undo }), []);
}

function listen({ handle, step, isForeign, undo }: {
  handle(outcome: Outcome | SlowOutcome, offered: KeyActions): void;
  /** Goes to the next or previous row at once, after `onStep`. Does nothing for any other key. */
  step(key: string, onStep?: () => void): void;
  isForeign(key: string): boolean;
  undo(): void;
}): () => void {
  const recognizer = new KeyRecognizer(scanner.get());
  const slow = new SlowScanRecognizer();
  // A person may act just before a scan, so a scan takes back only what its own keys have done.
  const series = new SeriesEffects();
  const slowSeries = new SeriesEffects();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLetter = false;
  let offered: KeyActions | undefined;
  let lastAt = 0;

  function act(outcome: Outcome | SlowOutcome): void {
    // A step has acted when its key was pressed.
    const isDone = outcome.kind === "command" && series.steps.has(outcome.key);
    if (outcome.kind === "scan") (outcome.startedAt === undefined ? series : slowSeries).takeBack();
    if (outcome.kind === "unknown" && outcome.text.length > maxKeysOfPerson) series.takeSteps();
    series.keepSteps();
    if (!isDone) actForKey(lastAt, () => handle(outcome, offered ?? actions));
    offered = undefined;
  }
  function settle(due: number): void {
    // On a busy page, keys that were pressed earlier may still wait behind this timer.
    if (performance.now() - due > lateMs) return settleAfter(lateMs / 2);
    const outcome = recognizer.settle();
    if (outcome) act(outcome);
  }
  function settleAfter(ms: number): void {
    clearTimeout(timer);
    if (recognizer.isOpen) timer = setTimeout(settle, ms, performance.now() + ms);
  }
  function take(event: KeyboardEvent): void {
    const { key, target, timeStamp: at } = event;
    const keyTarget = keyTargetOf(target);
    const isCharacter = [...key].length === 1;
    if (keyTarget === "password") return;
    if (event.repeat && isCharacter) {
      // A scanner holds no key. The key was taken when it was pressed.
      recognizer.reset();
      series.keepSteps();
      if (keyTarget === "page") step(key);
      return;
    }
    if (!recognizer.isOpen) {
      offered = undefined;
      hasLetter = false;
      series.begin();
    }
    if (!slow.isOpenAt(at)) slowSeries.begin();
    for (const one of [series, slowSeries]) one.remember(target);
    const isInField = keyTarget === "field" || keyTarget === "parts";
    const slowScan = slow.press({ key, at, isInField }, recognizer.settings);
    const { outcomes, isSwallowed } = recognizer.press({ key, at, isInField });
    for (const outcome of outcomes) act(outcome);
    lastAt = at;
    if (slowScan && !outcomes.some(({ kind }) => kind === "scan")) {
      act({ kind: "scan", ...slowScan });
      recognizer.drain(at);
    }
    settleAfter(recognizer.quietMs + 1);
    const isOfPage = keyTarget === "page" && isCharacter;
    if (isOfPage && series.mayStep(recognizer.text)) {
      const { place } = actions;
      step(key, () => {
        for (const one of [series, slowSeries]) one.noteStep(key, place);
      });
    }
    if (isOfPage && isForeign(key)) foreignKeyAt = at;
    // Nobody types a letter into a date, so the digits after it are part of a scan.
    hasLetter ||= keyTarget === "parts" && /^[a-z]$/i.test(key);
    if (isSwallowed || slowScan || hasLetter && isCharacter) {
      event.preventDefault();
      event.stopPropagation();
    } else if (keyTarget === "page") {
      if (browserKeys.has(key)) event.preventDefault();
      runListKey(event);
    }
  }
  function onPointerDown(): void {
    notePress("pointer");
    if (recognizer.isOpen) offered ??= actions;
  }
  function onKeyDown(event: KeyboardEvent): void {
    notePress(event.key);
    if (capture) capture(event);
    else if (isUndo(event)) undo();
    else if (!event.ctrlKey && !event.metaKey && !event.altKey) take(event);
  }
  const unsubscribe = scanner.subscribe(() => recognizer.settings = scanner.get());
  document.addEventListener("keydown", onKeyDown, true);
  document.addEventListener("pointerdown", onPointerDown, true);
  return () => {
    unsubscribe();
    document.removeEventListener("keydown", onKeyDown, true);
    document.removeEventListener("pointerdown", onPointerDown, true);
    clearTimeout(timer);
  };
}

const lastUses = new Map<Command, number>();

function isFirstUse(command: Command): boolean {
  const at = pressedAt();
  if (at - (lastUses.get(command) ?? -Infinity) < secondUseMs) return false;
  lastUses.set(command, at);
  return true;
}

function runListKey(event: KeyboardEvent): void {
  const action = listKeys[event.key as keyof typeof listKeys];
  if (!action || !actions[action] || !isListFocused(event.target) || isDialogOpen()) return;
  event.preventDefault();
  actions[action]();
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey &&
    !["field", "password"].includes(keyTargetOf(target)) && !isDialogOpen();
}

function isDialogOpen(): boolean {
  return document.querySelector(".overlay") !== null;
}
