import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { beginDialog } from "../api/changes.ts";
import { StoppedError } from "../api/errors.ts";
import { Button } from "./button.tsx";
import { keepFocus } from "./keep_focus.ts";
import { toastError } from "./toast.tsx";
import { UnsavedScope, useLeave } from "./unsaved.tsx";
import { t } from "./form_texts.ts";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  /** `drawer` opens at the right edge, or at the bottom of a phone. */
  shape?: "dialog" | "wide" | "drawer";
  /** "alertdialog" if the action loses something. */
  role?: "dialog" | "alertdialog";
  /** False: only a button of the dialog closes it. */
  isDismissable?: boolean;
}

/**
 * A modal dialog. It is open as long as it is rendered. Escape and its close button close it; if something was typed
 * in it, they ask first.
 */
export function Dialog(props: DialogProps) {
  return (
    <UnsavedScope>
      <GuardedDialog {...props} />
    </UnsavedScope>
  );
}

function GuardedDialog({ onClose, ...props }: DialogProps) {
  const leave = useLeave();
  return <PlainDialog {...props} onClose={() => leave(onClose)} />;
}

/** A modal dialog that closes without a question. */
export function PlainDialog(
  { title, onClose, children, shape = "dialog", role = "dialog", isDismissable = true }:
    DialogProps,
) {
  const overlay = useRef<HTMLDivElement>(null);
  useEffect(() => keepFocus, []);
  const closeByKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // For a moment, no element of the dialog has the focus, if the pressed button was removed.
    const isLost = key === "Escape" && target === document.body;
    const isTop = [...document.querySelectorAll(".overlay")].at(-1) === overlay.current;
    if (isLost && isTop && isDismissable) onClose();
  });
  useEffect(() => {
    document.addEventListener("keydown", closeByKey);
    return () => document.removeEventListener("keydown", closeByKey);
  }, []);
  useEffect(() => {
    const stopChanges = beginDialog();
    return () => {
      if (stopChanges() > 0) toastError(new StoppedError());
    };
  }, []);
  return (
    <ModalOverlay
      ref={overlay}
      isOpen
      isDismissable={isDismissable && shape === "drawer"}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={`overlay ${shape}`}
    >
      <Modal className={`modal ${shape}`}>
        <AriaDialog role={role} className="dialog">
          <div className="line between dialog-head">
            <Heading slot="title" level={2}>{title}</Heading>
            {isDismissable && (
              <Button kind="quiet" icon="close" aria-label={t("close")} onPress={onClose} />
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the end of a dialog. The main action is on the right. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="row dialog-actions">{children}</div>;
}

/** The button that closes a form whose input is already saved. */
export function CloseButton({ onPress }: { onPress(): void }) {
  return <Button kind="primary" onPress={onPress}>{t("close")}</Button>;
}

/** The button that closes a form without saving. If something was typed, it asks first. */
export function CancelButton({ onPress }: { onPress(): void }) {
  const leave = useLeave();
  return <Button onPress={() => leave(onPress)}>{t("cancel")}</Button>;
}
