import { useState } from "react";
import { useSession } from "../api/session.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Switch } from "../ui/choices.tsx";
import { useKeyCapture } from "../ui/keys/keyboard.ts";
import {
  type Command,
  commands,
  defaultKeys,
  isUsableKey,
  shortcutsOf,
} from "../ui/keys/shortcuts.ts";
import { useStored } from "../ui/stored.ts";
import { openDeskDialog } from "./desk_dialog.ts";
import { t } from "./key_texts.ts";

/** Shows the keys. Each can be changed, and all can be switched off, for this person in this browser. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const [shortcuts, setShortcuts] = useStored(shortcutsOf(useSession().user.id));
  const { isOn, keys } = shortcuts;
  const [changed, setChanged] = useState<Command | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === "Shift" || key === "AltGraph") return;
    event.preventDefault();
    event.stopPropagation();
    const owner = commands.find((command) => keys[command] === key);
    if (key === "Escape") setChanged(null);
    else if (!isUsableKey(key)) setProblem(t("shortcuts.notUsable"));
    else if (owner && owner !== changed) {
      setProblem(t("shortcuts.taken", { key, command: t(`commands.${owner}`) }));
    } else {
      setShortcuts({ ...shortcuts, keys: { ...keys, [changed!]: key } });
      setChanged(null);
      setProblem(null);
    }
  };
  useKeyCapture(changed && take);
  return (
    <Dialog title={t("shortcuts.title")} onClose={onClose}>
      <div className="dialog-body">
        <Switch
          label={t("shortcuts.use")}
          description={t("shortcuts.useHelp")}
          isSelected={isOn}
          onChange={(next) => setShortcuts({ ...shortcuts, isOn: next })}
        />
        <dl className="list gap-4 facts">
          {commands.map((command) => (
            <div key={command}>
              <dt>
                <Button
                  aria-label={t("shortcuts.change", {
                    command: t(`commands.${command}`),
                    key: keys[command],
                  })}
                  onPress={() => {
                    setChanged(command);
                    setProblem(null);
                  }}
                >
                  {changed === command ? t("shortcuts.press") : keys[command].toUpperCase()}
                </Button>
              </dt>
              <dd>{t(`commands.${command}`)}</dd>
            </div>
          ))}
          <div>
            <dt>
              <kbd>↓ ↑</kbd>
            </dt>
            <dd>{t("shortcuts.arrows")}</dd>
          </div>
          <div>
            <dt>
              <kbd>{t("shortcuts.undoKeys")}</kbd>
            </dt>
            <dd>{t("shortcuts.undo")}</dd>
          </div>
        </dl>
        <p role="alert" className="fault">{problem}</p>
        <p className="muted small">{t("shortcuts.scanner")}</p>
      </div>
      <DialogActions>
        <Button
          kind="quiet"
          onPress={() => openDeskDialog({ kind: "scanner" })}
          className="dialog-note"
        >
          {t("scanner.open")}
        </Button>
        <Button onPress={() => setShortcuts({ isOn, keys: { ...defaultKeys } })}>
          {t("shortcuts.reset")}
        </Button>
        <Button kind="primary" onPress={onClose}>{t("done")}</Button>
      </DialogActions>
    </Dialog>
  );
}
