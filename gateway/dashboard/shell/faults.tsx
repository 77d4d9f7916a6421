import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

/** Keeps a page's own defect to that page; a chunk that an update has replaced is had by loading anew. */
export class Faults extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="empty" role="alert">
        <p className="empty-title">This page does not work just now</p>
        <p>The dashboard may have been updated. Loading it anew usually helps.</p>
        <Button onPress={() => location.reload()}>Load anew</Button>
      </div>
    );
  }
}
