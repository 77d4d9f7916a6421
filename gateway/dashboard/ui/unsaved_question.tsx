import { useEffect } from "react";
import { Button } from "./button.tsx";
import { DialogActions, PlainDialog } from "./dialog.tsx";
import { hasUnsavedInput, useLeaveQuestion } from "./unsaved.tsx";

/** The question before typed input is lost. It is rendered once, for all forms. */
export function UnsavedQuestion() {
  const { isAsked, stay, discard } = useLeaveQuestion();
  useEffect(() => {
    addEventListener("beforeunload", askBrowser);
    return () => removeEventListener("beforeunload", askBrowser);
  }, []);
  if (!isAsked) return null;
  return (
    <PlainDialog title="Discard your changes?" role="alertdialog" onClose={stay}>
      <div className="dialog-body">What you typed is not saved.</div>
      <DialogActions>
        <Button kind="danger" onPress={discard}>Discard</Button>
        <Button kind="primary" autoFocus onPress={stay}>Keep editing</Button>
      </DialogActions>
    </PlainDialog>
  );
}

/** Closing the tab asks by the browser's own question: pages cannot show one there. */
function askBrowser(event: BeforeUnloadEvent): void {
  if (hasUnsavedInput()) event.preventDefault();
}
