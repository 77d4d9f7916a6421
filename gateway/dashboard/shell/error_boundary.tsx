import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { texts } from "../messages/texts.ts";

const t = texts("shell");

/** Limits a defect to the page that has it. After an update of the dashboard, old parts are missing until a reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="empty" role="alert">
        <p className="empty-title">{t("broken")}</p>
        <p>{t("brokenText")}</p>
        <Button onPress={() => location.reload()}>{t("reload")}</Button>
      </div>
    );
  }
}
