import { type ComponentType, lazy } from "react";
import { Route, Switch } from "wouter";
import { roleNames, useHasRole } from "../api/session.tsx";
import type { Role } from "../api/types.ts";
import { Today } from "../pages/today/today.tsx";
import type { IconName } from "../ui/icons.tsx";
import { EmptyState } from "../ui/states.tsx";

/** A page of the dashboard. */
interface Page {
  /** The pattern of its address. */
  path: string;
  /** The least role that may open it. The service checks the role of each call again. */
  role: Role;
  component: ComponentType;
  /** The entry in the sidebar. A page without one is opened from another page. */
  link?: { group: Group; label: string; icon: IconName };
}

export const groups = ["Desk", "Organization", "Developers"] as const;
export type Group = (typeof groups)[number];

/**
 * Every page with its address and role: the routes and the sidebar both come from this table. Today is part of the
 * first download, because the desk opens on it; the others are loaded when they are opened.
 */
export const pages: readonly Page[] = [
  {
    path: "/",
    role: "STAFF",
    component: Today,
    link: { group: "Desk", label: "Today", icon: "today" },
  },
  {
    path: "/appointments/:id?",
    role: "STAFF",
    component: onDemand(() => import("../pages/appointments/appointments.tsx"), "Appointments"),
    link: { group: "Desk", label: "Appointments", icon: "appointments" },
  },
  {
    path: "/departments",
    role: "ADMIN",
    component: onDemand(() => import("../pages/departments/departments.tsx"), "Departments"),
    link: { group: "Organization", label: "Departments", icon: "departments" },
  },
  {
    path: "/departments/:id",
    role: "ADMIN",
    component: onDemand(() => import("../pages/departments/department.tsx"), "Department"),
  },
  {
    path: "/credits",
    role: "ADMIN",
    component: onDemand(() => import("../pages/credits/credits.tsx"), "Credits"),
    link: { group: "Organization", label: "Credits", icon: "credits" },
  },
  {
    path: "/team",
    role: "ADMIN",
    component: onDemand(() => import("../pages/team/team.tsx"), "Team"),
    link: { group: "Organization", label: "Team", icon: "team" },
  },
  {
    path: "/audit",
    role: "ADMIN",
    component: onDemand(() => import("../pages/audit/audit.tsx"), "Audit"),
    link: { group: "Organization", label: "Audit", icon: "audit" },
  },
  {
    path: "/settings",
    role: "STAFF",
    component: onDemand(() => import("../pages/settings/settings.tsx"), "Settings"),
    link: { group: "Organization", label: "Settings", icon: "settings" },
  },
  {
    path: "/api-keys",
    role: "ADMIN",
    component: onDemand(() => import("../pages/api_keys/api_keys.tsx"), "ApiKeys"),
    link: { group: "Developers", label: "API keys", icon: "key" },
  },
  {
    path: "/webhooks",
    role: "ADMIN",
    component: onDemand(() => import("../pages/webhooks/webhooks.tsx"), "Webhooks"),
    link: { group: "Developers", label: "Webhooks", icon: "webhooks" },
  },
  {
    path: "/webhooks/:id",
    role: "ADMIN",
    component: onDemand(() => import("../pages/webhooks/webhook.tsx"), "WebhookPage"),
  },
  {
    path: "/usage",
    role: "ADMIN",
    component: onDemand(() => import("../pages/usage/usage.tsx"), "Usage"),
    link: { group: "Developers", label: "Usage", icon: "usage" },
  },
  {
    path: "/reporting-tokens",
    role: "ADMIN",
    component: onDemand(
      () => import("../pages/reporting_tokens/reporting_tokens.tsx"),
      "ReportingTokens",
    ),
    link: { group: "Developers", label: "Reporting tokens", icon: "token" },
  },
];

/** Shows the page of the address. */
export function Pages() {
  return (
    <Switch>
      {pages.map((page) => (
        <Route key={page.path} path={page.path}>
          <OpenPage page={page} />
        </Route>
      ))}
      <Route>
        <EmptyState title="Page not found" isPage />
      </Route>
    </Switch>
  );
}

function OpenPage({ page: { role, component: Component } }: { page: Page }) {
  if (useHasRole(role)) return <Component />;
  return (
    <EmptyState title="You cannot open this page" isPage>
      <p>
        It needs the role{" "}
        {roleNames[role]}. An owner of your organization can change your role under Team.
      </p>
    </EmptyState>
  );
}

function onDemand<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): ComponentType {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }));
}
