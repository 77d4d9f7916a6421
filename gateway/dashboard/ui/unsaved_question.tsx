import { useEffect } from "react";
import { Button } from "./button.tsx";
import { DialogActions, PlainDialog } from "./dialog.tsx";
import { hasUnsavedInput, useLeaveQuestion } from "./unsaved.tsx";
import { t } from "./form_texts.ts";

/** The question before typed input is lost. It is rendered once, for all forms. */
export function UnsavedQuestion() {
  const { isAsked, stay, discard } = useLeaveQuestion();
  useEffect(() => {
    addEventListener("beforeunload", askBrowser);
    return () => removeEventListener("beforeunload", askBrowser);
  }, []);
  if (!isAsked) return null;
  return (
    <PlainDialog title={t("discardTitle")} role="alertdialog" onClose={stay}>
      <div className="dialog-body">{t("discardText")}</div>
      <DialogActions>
        <Button kind="danger" onPress={discard}>{t("discard")}</Button>
        <Button kind="primary" autoFocus onPress={stay}>{t("keepEditing")}</Button>
      </DialogActions>
    </PlainDialog>
  );
}

/** Closing the tab asks by the browser's own question: pages cannot show one there. */
function askBrowser(event: BeforeUnloadEvent): void {
  if (hasUnsavedInput()) event.preventDefault();
}
