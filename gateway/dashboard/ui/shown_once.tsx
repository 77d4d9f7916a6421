import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { t } from "./shown_once_texts.ts";
import { t as ui } from "./texts.ts";

/** A read-only text with a button that copies it. */
export function CopyField({ label, value, isMultiline }: {
  label: string;
  value: string;
  isMultiline?: boolean;
}) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  async function copy() {
    // Browsers have no clipboard API outside https and localhost. The button then asks to select the text.
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error("no clipboard"));
    await done.then(() => setState("copied"), () => setState("failed"));
    setTimeout(() => setState("idle"), 2500);
  }
  const labels = { idle: t("copy"), copied: t("copied"), failed: t("selectToCopy") };
  return (
    <div className="list gap-4">
      <span className="label">{label}</span>
      <div className="row">
        <code
          className={`surface copy-value ${isMultiline ? "multiline" : ""}`}
          tabIndex={0}
          role="textbox"
          aria-readonly="true"
          aria-label={label}
        >
          {value}
        </code>
        <Button icon={state === "copied" ? "check" : "copy"} onPress={() => void copy()}>
          {labels[state]}
        </Button>
      </div>
      <span className="unseen" role="status">
        {state === "copied" ? t("copiedLabel", { label }) : ""}
      </span>
    </div>
  );
}

/** Shows a secret once. The dialog stays open until the user confirms that the secret is saved. */
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
          {t("shownOnce")}
        </p>
        <CopyField label={label} value={value} />
        {children}
      </div>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>{ui("done")}</Button>
      </DialogActions>
    </Dialog>
  );
}
