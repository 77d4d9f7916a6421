import type { Role } from "../api/types.ts";
import type { IconName } from "../ui/icons.tsx";

/** A page that the sidebar leads to. */
export interface Place {
  path: string;
  label: string;
  icon: IconName;
  /** Who may go there. */
  role: Role;
}

export const groups: readonly { label: string; places: readonly Place[] }[] = [
  {
    label: "Desk",
    places: [
      { path: "/", label: "Today", icon: "today", role: "STAFF" },
      { path: "/appointments", label: "Appointments", icon: "appointments", role: "STAFF" },
    ],
  },
  {
    label: "Organization",
    places: [
      { path: "/departments", label: "Departments", icon: "departments", role: "ADMIN" },
      { path: "/credits", label: "Credits", icon: "credits", role: "ADMIN" },
      { path: "/team", label: "Team", icon: "team", role: "ADMIN" },
      { path: "/audit", label: "Audit", icon: "audit", role: "ADMIN" },
      { path: "/settings", label: "Settings", icon: "settings", role: "STAFF" },
    ],
  },
  {
    label: "Developers",
    places: [
      { path: "/api-keys", label: "API keys", icon: "key", role: "ADMIN" },
      { path: "/webhooks", label: "Webhooks", icon: "webhooks", role: "ADMIN" },
      { path: "/usage", label: "Usage", icon: "usage", role: "ADMIN" },
      { path: "/reporting-tokens", label: "Reporting tokens", icon: "token", role: "ADMIN" },
    ],
  },
];
