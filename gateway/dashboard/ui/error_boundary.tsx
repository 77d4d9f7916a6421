import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { t } from "../api/texts.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { LoadFailure } from "./on_demand.tsx";

/** Limits a defect to the page that has it. Another address, and the button, show the page again. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary key={path} show={(failure) => failure}>{children}</Boundary>;
}

/** Limits a defect to the dialog that has it, or that could not be downloaded. */
export function DialogBoundary({ children, onClose }: { children: ReactNode; onClose(): void }) {
  return (
    <Boundary
      show={(failure) => <Dialog title={t("pageFailed")} onClose={onClose}>{failure}</Dialog>}
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

const reload = () => location.reload();

function Failure({ error, onTryAgain }: { error: unknown; onTryAgain(): void }) {
  const isMissing = error instanceof LoadFailure;
  return (
    <div className="empty" role="alert">
      <p className="empty-title">{t(isMissing ? "partMissing" : "pageFailed")}</p>
      <p>{t(isMissing ? "partMissingHelp" : "pageFailedHelp")}</p>
      <div className="row">
        {/* A browser may keep the failure of a download until the page is loaded again. */}
        <Button kind="primary" onPress={isMissing ? reload : onTryAgain}>{t("tryAgain")}</Button>
        {!isMissing && <Button onPress={reload}>{t("reload")}</Button>}
      </div>
    </div>
  );
}
