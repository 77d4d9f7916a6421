import { type ReactNode, Suspense, useDeferredValue } from "react";
import type { Appointment, Visit } from "../../api/types.ts";
import { openDeskDialog } from "../../desk/desk_dialog.ts";
import { useKeyLabels } from "../../desk/key_labels.ts";
import { ErrorBoundary } from "../../ui/error_boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { onDemand } from "../../ui/on_demand.tsx";
import { Skeleton } from "../../ui/states.tsx";
import type { AppointmentActions } from "./use_actions.ts";
import { t } from "./texts.ts";

const AppointmentPanel = onDemand(async () =>
  (await import("../../desk/appointment_panel.tsx")).AppointmentPanel
);

/** The selected appointment: next to the list, or in a drawer on a narrow page. */
export function SelectedPanel({ appointment, visit, isWide, isOpen, actions, onClose }: {
  appointment: Appointment | undefined;
  /** The visit of the person, if they are in the office. */
  visit: Visit | undefined;
  isWide: boolean;
  /** Whether the drawer is open. */
  isOpen: boolean;
  actions: AppointmentActions;
  onClose(): void;
}) {
  // While the selection moves quickly, the panel waits until it stops.
  const shown = useDeferredValue(appointment);
  const panel = shown && (
    <AppointmentPanel
      key={shown.id}
      appointment={shown}
      visit={shown === appointment ? visit : undefined}
      hasKeys={isWide}
      onComplete={() => actions.complete(shown)}
      onMiss={() => actions.miss(shown)}
      onReschedule={() => actions.reschedule(shown)}
      onCancel={() => actions.cancel(shown)}
      onUndo={() => actions.undo(shown)}
    />
  );
  if (isWide) {
    return (
      <aside className="surface today-aside" aria-label={t("selected.label")}>
        <Loading>{panel ?? <NothingSelected />}</Loading>
      </aside>
    );
  }
  if (!isOpen || !panel) return null;
  return (
    <Dialog title={t("selected.title")} shape="drawer" onClose={onClose}>
      <Loading>{panel}</Loading>
    </Dialog>
  );
}

/** Limits a failed download of the panel to its place. */
function Loading({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton rows={4} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function NothingSelected() {
  const keys = useKeyLabels();
  return (
    <div className="empty">
      <p className="empty-title">{t("selected.none")}</p>
      <p className="muted">{t("selected.help")}</p>
      <Button
        kind="quiet"
        shortcut={keys.help}
        onPress={() => openDeskDialog({ kind: "shortcuts" })}
      >
        {t("more.shortcuts")}
      </Button>
    </div>
  );
}
