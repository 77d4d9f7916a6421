// First: the rules of a page come after those that all pages share.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/controls.css";
import "./styles/overlays.css";
import "./styles/shell.css";
import "./styles/content.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/client.ts";
import { listenToOtherTabs } from "./api/other_tabs.ts";
import { language, locale } from "./messages/language.ts";
import { App } from "./shell/app.tsx";
import { GuardedRouter } from "./ui/guarded_router.tsx";
import { Toasts } from "./ui/toast.tsx";
import { UnsavedQuestion } from "./ui/unsaved_question.tsx";
// Last, because contrast themes and paper replace what pages set.
import "./styles/access.css";
import "./styles/print.css";

listenToOtherTabs();
document.documentElement.lang = language;
createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <I18nProvider locale={locale}>
      <QueryClientProvider client={queryClient}>
        <GuardedRouter>
          <App />
        </GuardedRouter>
        <UnsavedQuestion />
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
