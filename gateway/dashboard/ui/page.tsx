import { type ReactNode, useEffect } from "react";
import { useEnvironment } from "../api/departments.ts";
import { useTimeZone } from "../api/session.tsx";
import { Segments } from "./segments.tsx";

interface PageProps {
  title: string;
  /** The line under the title; says what the page is for. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether the page differs between LIVE and TEST; it then shows a switch. */
  hasEnvironments?: boolean;
  /** Whether the page shows times; it then names their time zone. */
  hasTimes?: boolean;
  children: ReactNode;
}

/** The frame of a page: title, lead, and actions on the right. */
export function Page(
  { title, lead, actions, hasEnvironments, hasTimes = true, children }: PageProps,
) {
  const timeZone = useTimeZone();
  useEffect(() => {
    document.title = `${title} · Appointments`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          <p className="muted">
            {lead}
            {lead && hasTimes && " · "}
            {hasTimes && <>Times in {timeZone.replaceAll("_", " ")}</>}
          </p>
        </div>
        <div className="page-actions">
          {hasEnvironments && <EnvironmentSwitch />}
          {actions}
        </div>
      </header>
      {children}
    </>
  );
}

function EnvironmentSwitch() {
  const [environment, setEnvironment] = useEnvironment();
  return (
    <Segments
      label="Environment"
      options={[{ value: "LIVE", label: "Live" }, { value: "TEST", label: "Test" }]}
      value={environment}
      onChange={setEnvironment}
    />
  );
}
