import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  /** `drawer` stands at the right edge, at the bottom of a phone. */
  shape?: "dialog" | "wide" | "drawer";
  /** "alertdialog" where something is about to be lost. */
  role?: "dialog" | "alertdialog";
  /** False keeps it open until it is answered. */
  isDismissable?: boolean;
}

/** Something that is answered before the page goes on. Rendered while it is open; Escape closes it. */
export function Dialog(
  { title, onClose, children, shape = "dialog", role = "dialog", isDismissable = true }:
    DialogProps,
) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable && shape === "drawer"}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={`overlay ${shape}`}
    >
      <Modal className={`modal ${shape}`}>
        <AriaDialog role={role} className="dialog">
          <header className="dialog-head">
            <Heading slot="title" level={2}>{title}</Heading>
            {isDismissable && (
              <Button kind="quiet" icon="close" aria-label="Close" onPress={onClose} />
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the end of a dialog, the one that acts at the right. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>;
}
