import { type ReactNode, useEffect } from "react";
import { useEnvironment } from "../api/departments.ts";
import { useTimeZone } from "../api/session.tsx";
import { Segments } from "./segments.tsx";
import { t } from "./texts.ts";

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the name of a time zone as people write it. */
export function zoneText(timeZone: string): string {
  return timeZone.replaceAll("_", " ");
}

interface PageProps {
  title: string;
  /** The line under the title; says what the page is for. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether the page differs between LIVE and TEST; it then shows a switch. */
  hasEnvironments?: boolean;
  /** Whether the page shows times. It names their time zone if the browser is in another one. */
  hasTimes?: boolean;
  children: ReactNode;
}

/** The frame of a page: title, lead, and actions on the right. */
export function Page(
  { title, lead, actions, hasEnvironments, hasTimes = true, children }: PageProps,
) {
  const timeZone = useTimeZone();
  const namesZone = hasTimes && timeZone !== browserZone;
  useEffect(() => {
    document.title = t("documentTitle", { page: title });
  }, [title]);
  return (
    <>
      <header className="row between page-head">
        <div className="page-title">
          <h1>{title}</h1>
          <p className="muted small">
            {lead}
            {lead && namesZone && "\u00a0· "}
            {namesZone && t("timesIn", { zone: zoneText(timeZone) })}
          </p>
        </div>
        <div className="row page-actions">
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
      label={t("environment")}
      options={[{ value: "LIVE", label: t("environments.LIVE") }, {
        value: "TEST",
        label: t("environments.TEST"),
      }]}
      value={environment}
      onChange={setEnvironment}
    />
  );
}
