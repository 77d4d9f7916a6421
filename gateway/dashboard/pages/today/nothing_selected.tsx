import { Button } from "../../ui/button.tsx";

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
