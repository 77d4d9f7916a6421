import { lazy, Suspense, useEffect, useState } from "react";
import { texts } from "../messages/texts.ts";
import { Button } from "../ui/button.tsx";

const t = texts("search");
const load = () => import("./palette.tsx");
const Palette = lazy(async () => ({ default: (await load()).Palette }));
const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** The button of the search, and its key: Ctrl+K, or ⌘K on a Mac. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // After the first paint, so that the first search does not wait for the download.
    const timer = setTimeout(() => void load().catch(() => {}), 1500);
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      // A dialog may have typed input that a new page would lose.
      if (document.querySelector(".overlay") === null) setIsOpen(true);
    }
    document.addEventListener("keydown", onKeyDown, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKeyDown, true);
    };
  }, []);
  return (
    <>
      <Button
        icon="search"
        className="search-button"
        shortcut={isMac ? "⌘K" : t("shortcut")}
        onPress={() => setIsOpen(true)}
      >
        {t("button")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
