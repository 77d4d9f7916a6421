import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/webhooks",
    needs: "listWebhooks",
    link: {
      group: "developers",
      place: 3,
      label: { en: "Webhooks", de: "Webhooks" },
      icon: "webhooks",
    },
    load: async () => (await import("./webhooks.tsx")).Webhooks,
  },
  {
    path: "/webhooks/:id",
    needs: "listWebhooks",
    load: async () => (await import("./webhook.tsx")).WebhookPage,
  },
];
