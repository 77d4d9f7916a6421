import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/api-keys",
    needs: "listApiKeys",
    link: {
      group: "developers",
      place: 2,
      label: { en: "API keys", de: "API-Schlüssel" },
      icon: "key",
    },
    load: async () => (await import("./api_keys.tsx")).ApiKeys,
  },
  {
    path: "/api-keys/:id",
    needs: "listApiKeys",
    load: async () => (await import("./api_key.tsx")).ApiKeyPage,
  },
];
