import { Dialog } from "../../ui/dialog.tsx";
import { Button } from "../../ui/button.tsx";

const keys: readonly [string, string][] = [
  ["/", "Search for a name, or type a code"],
  ["J or ↓", "Next appointment"],
  ["K or ↑", "Previous appointment"],
  ["C", "Check in (status Completed)"],
  ["M", "Mark missed"],
  ["X", "Cancel (asks first)"],
  ["R", "Move to another time"],
  ["N", "New appointment"],
  ["[ and ]", "Previous day, next day"],
  ["T", "Go to today"],
  ["?", "Show the keys"],
];

/** The list of keys. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="dialog-body keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="dialog-body muted small">
        You can scan a code at any time, wherever the focus is.
      </p>
    </Dialog>
  );
}

/** Replaces the panel while no appointment is selected. */
export function NothingSelected({ onKeys }: { onKeys(): void }) {
  return (
    <div className="nothing">
      <p className="empty-title">No appointment selected</p>
      <p className="muted">
        Select an appointment with <kbd>J</kbd> and <kbd>K</kbd>, or scan a code.
      </p>
      <Button kind="quiet" shortcut="?" onPress={onKeys}>All keys</Button>
    </div>
  );
}
