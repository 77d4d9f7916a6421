import { useEffect, useEffectEvent, useRef } from "react";

/** Gives the focus to the list after a dialog has closed, if it would be lost because its element is gone. */
export function useFocusReturn(isOpen: boolean, focusList: () => void): void {
  const wasOpen = useRef(false);
  const restore = useEffectEvent(() => {
    if (document.activeElement === document.body) focusList();
  });
  useEffect(() => {
    if (!wasOpen.current || isOpen) {
      wasOpen.current = isOpen;
      return;
    }
    wasOpen.current = false;
    // The dialog gives the focus back in the next frame, if its element still exists.
    let frame = requestAnimationFrame(() => frame = requestAnimationFrame(restore));
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
}
