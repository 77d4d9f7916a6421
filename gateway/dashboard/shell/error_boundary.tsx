import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

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
        <p className="empty-title">This page has stopped working</p>
        <p>The dashboard may have been updated. Reload it to get the current version.</p>
        <Button onPress={() => location.reload()}>Reload</Button>
      </div>
    );
  }
}
