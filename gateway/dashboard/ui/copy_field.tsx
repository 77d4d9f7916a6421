import { useState } from "react";
import { Button } from "./button.tsx";

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
