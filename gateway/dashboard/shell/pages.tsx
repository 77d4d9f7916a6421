import { type ComponentType, lazy, type ReactNode } from "react";
import { Route, Switch } from "wouter";
import { useMay } from "../api/session.tsx";
import { Today } from "../pages/today/today.tsx";
import { EmptyState } from "../ui/states.tsx";

const Appointments = page(() => import("../pages/appointments/appointments.tsx"), "Appointments");
const Departments = page(() => import("../pages/departments/departments.tsx"), "Departments");
const Department = page(() => import("../pages/departments/department.tsx"), "Department");
const ApiKeys = page(() => import("../pages/api_keys/api_keys.tsx"), "ApiKeys");
const Webhooks = page(() => import("../pages/webhooks/webhooks.tsx"), "Webhooks");
const WebhookPage = page(() => import("../pages/webhooks/webhook.tsx"), "WebhookPage");
const Usage = page(() => import("../pages/usage/usage.tsx"), "Usage");
const Credits = page(() => import("../pages/credits/credits.tsx"), "Credits");
const Team = page(() => import("../pages/team/team.tsx"), "Team");
const Settings = page(() => import("../pages/settings/settings.tsx"), "Settings");
const ReportingTokens = page(
  () => import("../pages/reporting_tokens/reporting_tokens.tsx"),
  "ReportingTokens",
);
const Audit = page(() => import("../pages/audit/audit.tsx"), "Audit");

/** The page of the address; all but Today come when they are first gone to. */
export function Pages() {
  return (
    <Switch>
      <Route path="/">
        <Today />
      </Route>
      <Route path="/appointments/:id?">
        <Appointments />
      </Route>
      <Route path="/departments">
        <ForAdmins>
          <Departments />
        </ForAdmins>
      </Route>
      <Route path="/departments/:id">
        <ForAdmins>
          <Department />
        </ForAdmins>
      </Route>
      <Route path="/api-keys">
        <ForAdmins>
          <ApiKeys />
        </ForAdmins>
      </Route>
      <Route path="/webhooks">
        <ForAdmins>
          <Webhooks />
        </ForAdmins>
      </Route>
      <Route path="/webhooks/:id">
        <ForAdmins>
          <WebhookPage />
        </ForAdmins>
      </Route>
      <Route path="/usage">
        <ForAdmins>
          <Usage />
        </ForAdmins>
      </Route>
      <Route path="/credits">
        <ForAdmins>
          <Credits />
        </ForAdmins>
      </Route>
      <Route path="/team">
        <ForAdmins>
          <Team />
        </ForAdmins>
      </Route>
      <Route path="/settings">
        <Settings />
      </Route>
      <Route path="/reporting-tokens">
        <ForAdmins>
          <ReportingTokens />
        </ForAdmins>
      </Route>
      <Route path="/audit">
        <ForAdmins>
          <Audit />
        </ForAdmins>
      </Route>
      <Route>
        <EmptyState title="There is no such page" isPage />
      </Route>
    </Switch>
  );
}

function ForAdmins({ children }: { children: ReactNode }) {
  if (useMay("ADMIN")) return children;
  return (
    <EmptyState title="This page is for administrators" isPage>
      <p>An owner of your organization can change your role under Team.</p>
    </EmptyState>
  );
}

function page<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): ComponentType {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }));
}
