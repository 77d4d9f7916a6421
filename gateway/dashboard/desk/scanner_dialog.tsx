import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { useKeyCapture } from "../ui/keys/keyboard.ts";
import { pauseMs } from "../ui/keys/recognizer.ts";
import { settingsFromTest, testCode, unknownScanner } from "../ui/keys/scanned_code.ts";
import { scanner } from "../ui/keys/scanner.ts";
import { keyTargetOf } from "../ui/keys/text_fields.ts";
import { useStored } from "../ui/stored.ts";
import { QrCode } from "./qr_code.tsx";
import { t } from "./key_texts.ts";

// No scanner makes a longer pause within a code.
const endMs = 900;

/** Learns pace, prefix, suffix and keyboard layout of the scanner from one scan of a test code. */
export function ScannerDialog({ onClose }: { onClose(): void }) {
  const [settings, setSettings] = useStored(scanner);
  const [result, setResult] = useState<"learned" | "unknown" | null>(null);
  useTestScan((text, gapMs) => {
    const learned = settingsFromTest(text, Math.round(gapMs));
    if (learned) setSettings(learned);
    setResult(learned ? "learned" : "unknown");
  });
  return (
    <Dialog title={t("scanner.title")} onClose={onClose}>
      <div className="dialog-body">
        <p>{t("scanner.scanThis")}</p>
        <QrCode text={testCode} label={t("scanner.testCode")} />
        <p role="status">
          {result === "learned" && <strong>{t("scanner.learned")}</strong>}
          {result === "unknown" && t("scanner.unknown")}
          {result === null && t("scanner.waiting")}
        </p>
        <div className="columns halves">
          <TextField
            label={t("scanner.prefix")}
            value={settings.prefix}
            onChange={(prefix) => setSettings({ ...settings, prefix })}
          />
          <TextField
            label={t("scanner.suffix")}
            value={settings.suffix}
            onChange={(suffix) => setSettings({ ...settings, suffix })}
          />
        </div>
        <p className="muted small">
          {t("scanner.facts", {
            layout: settings.layout,
            isKnown: String(settings.gapMs !== null),
            gap: settings.gapMs ?? 0,
            pause: Math.round(pauseMs(settings)),
          })}
        </p>
      </div>
      <DialogActions>
        <Button
          className="dialog-note"
          onPress={() => {
            setSettings(unknownScanner);
            setResult(null);
          }}
        >
          {t("scanner.reset")}
        </Button>
        <Button kind="primary" onPress={onClose}>{t("done")}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Passes on each series of keys outside of text fields, with the longest time between two of them. */
function useTestScan(onScan: (text: string, gapMs: number) => void): void {
  const series = useRef({ text: "", lastAt: 0, gapMs: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const endedAt = useRef(-Infinity);
  useEffect(() => () => clearTimeout(timer.current), []);
  function end(): void {
    const { text, gapMs } = series.current;
    series.current = { text: "", lastAt: 0, gapMs: 0 };
    if ([...text].length > 1) onScan(text, gapMs);
  }
  useKeyCapture((event) => {
    const { key, timeStamp, target } = event;
    if (keyTargetOf(target) !== "page") return;
    const { text, lastAt, gapMs } = series.current;
    const isEnd = key === "Enter" || key === "Tab";
    // Other keys keep their meaning in the dialog. A scanner may send a second Enter.
    const isOfScan = text !== "" || timeStamp - endedAt.current < endMs;
    if ([...key].length !== 1 && !(isEnd && isOfScan)) return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(timer.current);
    if (isEnd) {
      endedAt.current = timeStamp;
      return end();
    }
    series.current = {
      text: text + key,
      lastAt: timeStamp,
      gapMs: text === "" ? 0 : Math.max(gapMs, timeStamp - lastAt),
    };
    timer.current = setTimeout(end, endMs);
  });
}
