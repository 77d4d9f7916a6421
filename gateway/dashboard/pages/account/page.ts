import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/account",
    needs: "listOwnSessions",
    load: async () => (await import("./account.tsx")).Account,
  },
];
