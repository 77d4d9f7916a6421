import { Suspense } from "react";
import { letChangesFinish } from "../api/changes.ts";
import { useSession } from "../api/session.tsx";
import { sessionGuard } from "../api/session_guard.ts";
import { useKeyboard } from "../ui/keys/keyboard.ts";
import { shortcutsOf } from "../ui/keys/shortcuts.ts";
import { onDemand } from "../ui/on_demand.tsx";
import { useStored } from "../ui/stored.ts";
import { toast } from "../ui/toast.tsx";
import { CheckInDialog } from "./check_in.tsx";
import { openDeskDialog, useDeskDialog } from "./desk_dialog.ts";
import { useUndo } from "./actions.ts";
import { t } from "./texts.ts";

// A few keys by accident need no message.
const minUnknownLength = 6;

const ShortcutsDialog = onDemand(async () =>
  (await import("./shortcuts_dialog.tsx")).ShortcutsDialog
);
const CoverDialog = onDemand(async () => (await import("./cover/cover_dialog.tsx")).CoverDialog);
const EarlyDialog = onDemand(async () => (await import("./early_dialog.tsx")).EarlyDialog);
const ScannerDialog = onDemand(async () => (await import("./scanner_dialog.tsx")).ScannerDialog);
const TicketDialog = onDemand(async () => (await import("./ticket.tsx")).TicketDialog);

/** Listens to keys and the scanner on every page, and shows the dialogs of the desk. */
export function DeskKeyboard() {
  const [shortcuts] = useStored(shortcutsOf(useSession().user.id));
  const { undoLast, undoScanned } = useUndo();
  const dialog = useDeskDialog();
  useKeyboard({
    shortcuts,
    onScan(codes, actedSince) {
      if (actedSince !== undefined) undoScanned(actedSince);
      // After the session has ended, the page shows no personal data until somebody signs in.
      if (sessionGuard.state() !== "open") return;
      // Afterwards the keys of the page must work again.
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.closest("[role=search]")) focused.blur();
      // A check-in that is being sent finishes while the next person is shown.
      if (dialog?.kind === "check-in") letChangesFinish();
      openDeskDialog({ kind: "check-in", codes });
    },
    onUnknown: (text) => text.length >= minUnknownLength && toast(t("notACode")),
    onUndo: undoLast,
    onHelp: () => openDeskDialog({ kind: "shortcuts" }),
  });
  const close = () => openDeskDialog(null);
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "check-in":
      return <CheckInDialog key={dialog.codes[0]} codes={dialog.codes} onClose={close} />;
    case "shortcuts":
      return (
        <Suspense>
          <ShortcutsDialog onClose={close} />
        </Suspense>
      );
    case "scanner":
      return (
        <Suspense>
          <ScannerDialog onClose={close} />
        </Suspense>
      );
    case "cover":
      return (
        <Suspense>
          <CoverDialog {...dialog} onClose={close} />
        </Suspense>
      );
    case "early":
      return (
        <Suspense>
          <EarlyDialog {...dialog} onClose={close} />
        </Suspense>
      );
    case "ticket":
      return (
        <Suspense>
          <TicketDialog appointment={dialog.appointment} onClose={close} />
        </Suspense>
      );
  }
}
