import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  KeyRecognizer,
  type Outcome,
  pauseMs,
} from "../../gateway/dashboard/ui/keys/recognizer.ts";
import {
  codesIn,
  looksLikeCode,
  looksScanned,
  settingsFromTest,
  swapLayout,
  testCode,
  unknownScanner,
} from "../../gateway/dashboard/ui/keys/scanned_code.ts";

import { SlowScanRecognizer } from "../../gateway/dashboard/ui/keys/slow_scan.ts";

const code = "7SqcJWmH2j0yWLcD7a37jd";
const longPauseMs = 5000;
const setUp = { ...unknownScanner, gapMs: 10, isSetUp: true };

interface Key {
  key: string;
  /** The time since the key before. */
  gapMs: number;
  isInField?: boolean;
}

/** Returns the outcomes of keys, with the timer that a page has. */
function outcomesOf(keys: readonly Key[], settings = unknownScanner): Outcome[] {
  const recognizer = new KeyRecognizer(settings);
  const outcomes: Outcome[] = [];
  let at = 0;
  for (const { gapMs, ...press } of [...keys, { key: "Shift", gapMs: longPauseMs }]) {
    if (recognizer.isOpen && gapMs > recognizer.quietMs) {
      const settled = recognizer.settle();
      if (settled) outcomes.push(settled);
    }
    at += gapMs;
    outcomes.push(...recognizer.press({ ...press, at }).outcomes);
  }
  return outcomes;
}

const typed = (text: string, gapMs: number, end: readonly string[] = ["Enter"]): Key[] =>
  [...text, ...end].map((key, i) => ({ key, gapMs: i === 0 ? longPauseMs : gapMs }));
const scanOf = (...codes: string[]) => ({ kind: "scan", codes, gapMs: expect.any(Number) });
const withSwap = (text: string) => [text, swapLayout(text)];

const base62 = fc.constantFrom(
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
);
const codes = fc.array(base62, { minLength: 22, maxLength: 22 }).map((all) => all.join(""));
const characters = fc.string({ unit: "grapheme-ascii", maxLength: 6 });
const ends = fc.constantFrom(["Enter"], ["Tab"], ["Enter", "Enter"], ["Enter", "Tab"], []);

describe("the recognizer of scans and keys", () => {
  test("a key just before an arrow is a command", () => {
    const keys = [{ key: "c", gapMs: longPauseMs }, { key: "ArrowDown", gapMs: 50 }];
    expect(outcomesOf(keys)).toEqual([{ kind: "command", key: "c", times: 1 }]);
  });

  test("fires no command for a scan of any device, prefix and suffix", () => {
    fc.assert(
      fc.property(
        fc.record({
          code: codes,
          prefix: characters,
          suffix: characters,
          end: ends,
          gaps: fc.array(fc.integer({ min: 0, max: 190 }), { minLength: 40, maxLength: 40 }),
          isKnown: fc.boolean(),
          isInField: fc.boolean(),
        }),
        ({ code, prefix, suffix, end, gaps, isKnown, isInField }) => {
          const keys = [...`${prefix}${code}${suffix}`, ...end].map((key, i) => ({
            key,
            gapMs: i === 0 ? longPauseMs : gaps[i]!,
            isInField,
          }));
          const settings = isKnown ? { ...unknownScanner, prefix, suffix } : unknownScanner;
          const outcomes = outcomesOf(keys, settings);
          expect(outcomes.map(({ kind }) => kind)).not.toContain("command");
          if (isKnown && !isInField) expect(outcomes[0]).toMatchObject({ kind: "scan" });
          const isPlain = isKnown || prefix === "" && suffix === "";
          const isFound = outcomes.some((one) => one.kind === "scan" && one.codes.includes(code));
          expect(isFound || !isPlain || isInField).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("fires no command for a scan of a slow device that was set up", () => {
    fc.assert(fc.property(codes, fc.integer({ min: 1, max: 280 }), (code, gapMs) => {
      const settings = settingsFromTest(testCode, gapMs)!;
      expect(outcomesOf(typed(code, gapMs), settings)).toEqual([
        scanOf(...withSwap(code).filter((one, i, all) => all.indexOf(one) === i)),
      ]);
    }));
  });

  test("fires no command for texts that are no code", () => {
    fc.assert(fc.property(
      fc.string({ unit: "grapheme-ascii", minLength: 2, maxLength: 60 }),
      fc.integer({ min: 0, max: 190 }),
      ends,
      (text, gapMs, end) => {
        fc.pre(new Set(text).size > 1);
        const kinds = outcomesOf(typed(text, gapMs, end)).map(({ kind }) => kind);
        expect(kinds).not.toContain("command");
      },
    ));
  });

  test("fires each single key that a person presses", () => {
    fc.assert(fc.property(
      fc.array(fc.record({
        key: fc.constantFrom(..."jkcmxrnt/?[]"),
        gapMs: fc.integer({ min: 201, max: 3000 }),
      })),
      (keys) => {
        const commands = keys.map(({ key }) => ({ kind: "command", key, times: 1 }));
        expect(outcomesOf(keys)).toEqual(commands);
      },
    ));
  });

  test("counts one key that is pressed several times without a pause", () => {
    expect(outcomesOf(typed("jjj", 120, []))).toEqual([{ kind: "command", key: "j", times: 3 }]);
  });

  test("fires nothing for a letter that is followed by Enter without a pause", () => {
    expect(outcomesOf(typed("c", 60))).toEqual([{ kind: "unknown", text: "c" }]);
  });

  test("takes a scan of 60 ms per key that nobody has set up", () => {
    expect(outcomesOf(typed(code, 60))).toEqual([{
      kind: "scan",
      codes: withSwap(code),
      gapMs: 60,
    }]);
  });

  test("swallows the keys after a scan until a pause, so that a second Enter presses nothing", () => {
    const recognizer = new KeyRecognizer(unknownScanner);
    let at = 0;
    for (const key of code) recognizer.press({ key, at: at += 20 });
    expect(recognizer.press({ key: "Enter", at: at += 20 }).isSwallowed).toBe(true);
    expect(recognizer.press({ key: "Enter", at: at += 20 }).isSwallowed).toBe(true);
    expect(recognizer.press({ key: "Enter", at: at += longPauseMs }).isSwallowed).toBe(false);
  });

  test("does not swallow the keys of a person in a text field", () => {
    fc.assert(fc.property(
      fc.constantFrom(
        "Anna-Lena Leutheusser-Schnarrenberger",
        "Schnarrenberger-Meierin",
        "DE89370400440532013000",
        "0170123456701701234567",
        "mcdonald.fitzgerald.hugh",
      ),
      fc.integer({ min: 0, max: 190 }),
      (text, gapMs) => {
        const recognizer = new KeyRecognizer(unknownScanner);
        let at = 0;
        for (const key of [...text, "Enter"]) {
          const { outcomes, isSwallowed } = recognizer.press({
            key,
            at: at += gapMs,
            isInField: true,
          });
          expect([outcomes, isSwallowed]).toEqual([[], false]);
        }
      },
    ));
  });

  test("waits longer for a slower device, and shorter only after a set-up", () => {
    expect(pauseMs(unknownScanner)).toBe(200);
    expect(pauseMs({ ...unknownScanner, gapMs: 10 })).toBe(200);
    expect(pauseMs({ ...unknownScanner, gapMs: 120 })).toBe(300);
    expect(pauseMs(setUp)).toBe(80);
  });
});

describe("the recognizer of slow scans", () => {
  const scanOfKeys = (keys: readonly Key[]) => {
    const recognizer = new SlowScanRecognizer();
    let at = 0;
    return keys.map(({ key, gapMs, isInField = false }) =>
      recognizer.press({ key, at: at += gapMs, isInField }, unknownScanner)
    ).at(-1);
  };

  test("finds the code of a device of 250 to 700 ms per key, also if a command of it has opened a form", () => {
    fc.assert(fc.property(
      codes.filter((one) => looksScanned(one, unknownScanner)),
      fc.integer({ min: 250, max: 700 }),
      fc.nat({ max: 21 }),
      (code, gapMs, opening) => {
        const keys = typed(code, gapMs).map((one, i) =>
          Object.assign(one, { isInField: i > opening })
        );
        expect(scanOfKeys(keys)).toMatchObject({ gapMs, startedAt: longPauseMs });
        expect(scanOfKeys(keys)!.codes).toContain(code);
      },
    ));
  });

  test("leaves a code to the field in which a person types it, and a text that is no code", () => {
    const inField = typed(code, 300).map((one) => Object.assign(one, { isInField: true }));
    expect(scanOfKeys(inField)).toBeNull();
    const byHand = typed(code, 300).map((one, i) =>
      Object.assign(one, { gapMs: i % 3 === 0 ? 900 : 200 })
    );
    expect(scanOfKeys(byHand)).toBeNull();
    expect(scanOfKeys(typed("jjkjcjnAda Lovelace of London", 300))).toBeNull();
  });
});

describe("a scanned text", () => {
  test.each([
    ["an AIM identifier", `]Q1${code}`],
    ["a slash that was pressed before the scan", `/${code}`],
    ["a command key that was pressed before the scan", `c${code}`],
    ["an unknown prefix", `ABC${code}`],
  ])("is the code without %s", (_, text) => {
    expect(codesIn(text, unknownScanner)[0]).toBe(code);
  });

  test("is the code without the known prefix and suffix", () => {
    const settings = { ...unknownScanner, prefix: "~X", suffix: "END" };
    expect(codesIn(`~X${code}END`, settings)[0]).toBe(code);
  });

  test("of a scanner with another keyboard layout is repaired", () => {
    expect(codesIn("7SqcJWmH2j0zWLcD7aß?yZ", unknownScanner)).toEqual(["7SqcJWmH2j0yWLcD7a-_zY"]);
  });

  test("with y or z has both readings, the one of the known layout first", () => {
    expect(codesIn(code, unknownScanner)).toEqual(withSwap(code));
    expect(codesIn(code, { ...unknownScanner, layout: "swapped" }))
      .toEqual(withSwap(code).toReversed());
  });

  test("of a text field counts as a scan only if it looks like a code", () => {
    expect(looksScanned(code, unknownScanner)).toBe(true);
    expect(looksScanned(`]Q1${code}`, unknownScanner)).toBe(true);
    expect(looksScanned(`Reference ${code}`, unknownScanner)).toBe(false);
    expect(looksScanned("DE89370400440532013000", unknownScanner)).toBe(false);
  });

  test.each([["qcJWmH2j0"], ["7SqcJWmH2j0yWLcD7a37jd"], ["aBcDeF"], ["x_9z"]])(
    "looks like a code as a name: %s",
    (name) => expect(looksLikeCode(name)).toBe(true),
  );

  test.each([["Ada Lovelace"], ["McDonald"], ["Müller-Lüdenscheid"], ["王小明"], ["Li"], ["42"]])(
    "does not look like a code as a name: %s",
    (name) => expect(looksLikeCode(name)).toBe(false),
  );

  test("of the test code shows prefix, suffix and layout", () => {
    expect(settingsFromTest(`]Q1${testCode}#`, 15)).toEqual({
      prefix: "]Q1",
      suffix: "#",
      layout: "direct",
      gapMs: 15,
      isSetUp: true,
    });
    expect(settingsFromTest("ZyßTest?Codeßyz0123456".replace("yz", "yY"), 15)).toBeNull();
    expect(settingsFromTest("ZyßTest?CodeßyZ0123456", 15)).toMatchObject({ layout: "swapped" });
    expect(settingsFromTest(code, 15)).toBeNull();
  });
});
