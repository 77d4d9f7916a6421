import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { dateText, timeOf } from "../api/time.ts";

/** A text that is taken elsewhere, with the button that copies it. */
export function CopyField({ label, value, isMultiline }: {
  label: string;
  value: string;
  isMultiline?: boolean;
}) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  async function copy() {
    // Not there outside https and localhost: the text is selectable, and the button says so.
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error("no clipboard"));
    await done.then(() => setState("copied"), () => setState("failed"));
    setTimeout(() => setState("idle"), 2500);
  }
  const words = { idle: "Copy", copied: "Copied", failed: "Select it instead" };
  return (
    <div className="copy">
      <span className="label">{label}</span>
      <div className="copy-row">
        <code
          className={`copy-value ${isMultiline ? "multiline" : ""}`}
          tabIndex={0}
          role="textbox"
          aria-readonly="true"
          aria-label={label}
        >
          {value}
        </code>
        <Button icon={state === "copied" ? "check" : "copy"} onPress={() => void copy()}>
          {words[state]}
        </Button>
      </div>
      <span className="unseen" role="status">{state === "copied" ? `${label} copied` : ""}</span>
    </div>
  );
}

/** A secret on the one occasion on which it is shown; it stays until it is said to be kept. */
export function ShownOnce({ title, label, value, onClose, children }: {
  title: string;
  label: string;
  value: string;
  onClose(): void;
  children?: ReactNode;
}) {
  return (
    <Dialog title={title} isDismissable={false} onClose={onClose}>
      <div className="dialog-body">
        <p className="notice">
          This is shown only now. Copy it to where it is needed before you go on.
        </p>
        <CopyField label={label} value={value} />
        {children}
      </div>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>I have kept it</Button>
      </DialogActions>
    </Dialog>
  );
}

/** A date and time of a list, short: the year stands there only when it is another. */
export function Moment({ at }: { at: string }) {
  const date = dateText(at);
  const thisYear = ` ${new Date().getFullYear()}`;
  return (
    <time className="moment" dateTime={at} title={`${date}, ${timeOf(at)}`}>
      <span>{date.endsWith(thisYear) ? date.slice(0, -thisYear.length) : date}</span>{" "}
      <strong>{timeOf(at)}</strong>
    </time>
  );
}
