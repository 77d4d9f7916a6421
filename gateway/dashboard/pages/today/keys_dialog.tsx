import { Dialog } from "../../ui/dialog.tsx";
import { Button } from "../../ui/button.tsx";

const keys: readonly [string, string][] = [
  ["/", "Find a name, or type a code"],
  ["J or ↓", "Next appointment"],
  ["K or ↑", "Appointment before"],
  ["C", "Check in (completed)"],
  ["M", "Missed"],
  ["X", "Cancel, with a question first"],
  ["R", "Move to another time"],
  ["N", "New appointment"],
  ["[ and ]", "Day before, day after"],
  ["T", "Back to today"],
  ["?", "These keys"],
];

/** Every key of the page. */
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
        A scanner works wherever the focus is: whatever is typed at its speed is taken as a code.
      </p>
    </Dialog>
  );
}

/** In place of an appointment, while none is selected. */
export function NothingSelected({ onKeys }: { onKeys(): void }) {
  return (
    <div className="nothing">
      <p className="empty-title">Nobody is selected</p>
      <p className="muted">
        Choose an appointment with <kbd>J</kbd> and <kbd>K</kbd>, or scan a code.
      </p>
      <Button kind="quiet" shortcut="?" onPress={onKeys}>All keys</Button>
    </div>
  );
}
