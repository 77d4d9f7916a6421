import { Suspense, useEffect, useState } from "react";
import { DialogBoundary } from "../../ui/error_boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { useKeyCapture } from "../../ui/keys/keyboard.ts";
import { onDemand } from "../../ui/on_demand.tsx";
import { t } from "./texts.ts";

const Palette = onDemand(async () => (await import("./palette.tsx")).Palette);
const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

let openShown = () => {};

/** Opens the search, whose button the sidebar has. */
export function openSearch(): void {
  openShown();
}

/** The button of the search, and its key: Ctrl+K, or ⌘K on a Mac. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [firstText, setFirstText] = useState("");
  const open = () => {
    setFirstText("");
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  useEffect(() => {
    openShown = open;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      // A dialog may have typed input that a new page would lose.
      if (document.querySelector(".overlay") === null) open();
    }
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
  return (
    <>
      <Button
        icon="search"
        className="search-button"
        shortcut={isMac ? "⌘K" : t("shortcut")}
        onPress={open}
      >
        {t("button")}
      </Button>
      {isOpen && (
        <DialogBoundary onClose={close}>
          <Suspense fallback={<EarlyKeys onText={setFirstText} onClose={close} />}>
            <Palette firstText={firstText} onClose={close} />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  );
}

/** Takes the keys while the palette is downloaded: they are its text, and not commands or input of the page. */
function EarlyKeys({ onText, onClose }: {
  onText(change: (text: string) => string): void;
  onClose(): void;
}) {
  useKeyCapture((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    else if (event.key === "Backspace") onText((text) => text.slice(0, -1));
    else if ([...event.key].length === 1) onText((text) => text + event.key);
  });
  return null;
}
