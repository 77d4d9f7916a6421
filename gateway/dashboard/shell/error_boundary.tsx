import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { texts } from "../messages/texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { LoadFailure } from "../ui/on_demand.tsx";

/** Limits a defect to the page that has it. Another address, and the button, show the page again. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary key={path} show={(failure) => failure}>{children}</Boundary>;
}

/** Limits a defect to the dialog that has it, or that could not be downloaded. */
export function DialogBoundary({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const title = texts("errors")("pageFailed");
  return (
    <Boundary
      show={(failure) => <Dialog title={title} onClose={onClose}>{failure}</Dialog>}
    >
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  children: ReactNode;
  show(failure: ReactNode): ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentWillUnmount() {
    forget(this.state.error);
  }

  override render() {
    const { error } = this.state;
    const { children, show } = this.props;
    if (error === null) return children;
    const tryAgain = () => {
      forget(error);
      this.setState({ error: null });
    };
    return show(<Failure error={error} onTryAgain={tryAgain} />);
  }
}

function forget(error: unknown): void {
  if (error instanceof LoadFailure) error.forget();
}

function Failure({ error, onTryAgain }: { error: unknown; onTryAgain(): void }) {
  const text = texts("errors");
  const isMissing = error instanceof LoadFailure;
  return (
    <div className="empty" role="alert">
      <p className="empty-title">{text(isMissing ? "partMissing" : "pageFailed")}</p>
      <p>{text(isMissing ? "partMissingHelp" : "pageFailedHelp")}</p>
      <div className="row-buttons">
        <Button kind="primary" onPress={onTryAgain}>{text("tryAgain")}</Button>
        <Button onPress={() => location.reload()}>{text("reload")}</Button>
      </div>
    </div>
  );
}
