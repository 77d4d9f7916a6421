import type { ComponentType } from "react";
import { Route, Switch } from "wouter";
import { useHasRole } from "../api/session.tsx";
import type { Role } from "../api/types.ts";
import { Today } from "../pages/today/today.tsx";
import type { IconName } from "../ui/icons.tsx";
import { onDemand } from "../ui/on_demand.tsx";
import { EmptyState } from "../ui/states.tsx";
import { texts } from "../messages/texts.ts";

const t = texts("shell");

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

export const groups = ["desk", "organization", "developers"] as const;
export type Group = (typeof groups)[number];

/**
 * Every page with its address and role: the routes and the sidebar both come from this table. Today is part of the
 * first download, because the desk opens on it; the others are downloaded after the first paint, or when they are opened.
 */
export const pages: readonly Page[] = [
  {
    path: "/",
    role: "STAFF",
    component: Today,
    link: { group: "desk", label: t("page.today"), icon: "today" },
  },
  {
    path: "/queue",
    role: "STAFF",
    component: onDemand(async () => (await import("../pages/queue/queue.tsx")).Queue),
    link: { group: "desk", label: t("page.queue"), icon: "queue" },
  },
  {
    path: "/calendar",
    role: "STAFF",
    component: onDemand(async () => (await import("../pages/calendar/calendar.tsx")).Calendar),
    link: { group: "desk", label: t("page.calendar"), icon: "columns" },
  },
  {
    path: "/appointments/:id?",
    role: "STAFF",
    component: onDemand(async () =>
      (await import("../pages/appointments/appointments.tsx")).Appointments
    ),
    link: { group: "desk", label: t("page.appointments"), icon: "appointments" },
  },
  {
    path: "/people/:id",
    role: "STAFF",
    component: onDemand(async () => (await import("../pages/appointments/person.tsx")).Person),
  },
  {
    path: "/visits",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/visits/visits.tsx")).Visits),
    link: { group: "organization", label: t("page.visits"), icon: "usage" },
  },
  {
    path: "/departments",
    role: "ADMIN",
    component: onDemand(async () =>
      (await import("../pages/departments/departments.tsx")).Departments
    ),
    link: { group: "organization", label: t("page.departments"), icon: "departments" },
  },
  {
    path: "/departments/:id",
    role: "ADMIN",
    component: onDemand(async () =>
      (await import("../pages/departments/department.tsx")).Department
    ),
  },
  {
    path: "/credits",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/credits/credits.tsx")).Credits),
    link: { group: "organization", label: t("page.credits"), icon: "credits" },
  },
  {
    path: "/team",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/team/team.tsx")).Team),
    link: { group: "organization", label: t("page.team"), icon: "team" },
  },
  {
    path: "/audit",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/audit/audit.tsx")).Audit),
    link: { group: "organization", label: t("page.audit"), icon: "audit" },
  },
  {
    path: "/screens",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/screens/screens.tsx")).Screens),
    link: { group: "organization", label: t("page.screens"), icon: "screen" },
  },
  {
    path: "/settings",
    role: "STAFF",
    component: onDemand(async () => (await import("../pages/settings/settings.tsx")).Settings),
    link: { group: "organization", label: t("page.settings"), icon: "settings" },
  },
  {
    path: "/developers",
    role: "ADMIN",
    component: onDemand(async () =>
      (await import("../pages/developers/developers.tsx")).Developers
    ),
    link: { group: "developers", label: t("page.developers"), icon: "appointments" },
  },
  {
    path: "/api-keys/:id",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/api_keys/api_key.tsx")).ApiKeyPage),
  },
  {
    path: "/api-keys",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/api_keys/api_keys.tsx")).ApiKeys),
    link: { group: "developers", label: t("page.apiKeys"), icon: "key" },
  },
  {
    path: "/webhooks",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/webhooks/webhooks.tsx")).Webhooks),
    link: { group: "developers", label: t("page.webhooks"), icon: "webhooks" },
  },
  {
    path: "/webhooks/:id",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/webhooks/webhook.tsx")).WebhookPage),
  },
  {
    path: "/usage",
    role: "ADMIN",
    component: onDemand(async () => (await import("../pages/usage/usage.tsx")).Usage),
    link: { group: "developers", label: t("page.usage"), icon: "usage" },
  },
  {
    path: "/reporting-tokens",
    role: "ADMIN",
    component: onDemand(async () =>
      (await import("../pages/reporting_tokens/reporting_tokens.tsx")).ReportingTokens
    ),
    link: { group: "developers", label: t("page.reportingTokens"), icon: "token" },
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
        <EmptyState title={t("notFound")} isPage />
      </Route>
    </Switch>
  );
}

function OpenPage({ page: { role, component: Component } }: { page: Page }) {
  if (useHasRole(role)) return <Component />;
  return (
    <EmptyState title={t("forbidden")} isPage>
      <p>{t("forbiddenText", { role: t(`role.${role}`) })}</p>
    </EmptyState>
  );
}
