import { type ReactNode, useEffect } from "react";
import { useEnvironment } from "../api/departments.ts";
import { useTimeZone } from "../api/session.tsx";
import { Segments } from "./segments.tsx";

interface PageProps {
  title: string;
  /** Under the title: what this is for. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether LIVE and TEST differ here. */
  hasEnvironments?: boolean;
  /** Whether times are shown, which are then said to be the organization's. */
  hasTimes?: boolean;
  children: ReactNode;
}

/** A page under its title, with what can be done on it at the right. */
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
