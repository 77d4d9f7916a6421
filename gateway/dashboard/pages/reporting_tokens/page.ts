import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/reporting-tokens",
    needs: "listReportingTokens",
    link: {
      group: "developers",
      place: 5,
      label: { en: "Reporting tokens", de: "Berichts-Token" },
      icon: "token",
    },
    load: async () => (await import("./reporting_tokens.tsx")).ReportingTokens,
  },
];
