import { Route, Switch } from "wouter";
import { useMay } from "../api/session.tsx";
import { Today } from "../pages/today/today.tsx";
import type { DeclaredPage } from "../ui/declared_page.ts";
import { onDemand } from "../ui/on_demand.tsx";
import { EmptyState } from "../ui/states.tsx";
import { t } from "./texts.ts";

const declared = import.meta.glob<readonly DeclaredPage[]>("../pages/*/page.ts", {
  eager: true,
  import: "pages",
});

/**
 * Every page as its folder declares it, in the order of the sidebar. The routes and the sidebar both come from this
 * list. The code of a page is downloaded after the first paint, or when the page is opened.
 */
export const pages = Object.values(declared).flat()
  .map(({ path, needs, link, load }) => ({
    path,
    needs,
    link,
    component: load ? onDemand(load) : Today,
  }))
  .toSorted((a, b) => (a.link?.place ?? 0) - (b.link?.place ?? 0));

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

function OpenPage({ page: { needs, component: Component } }: { page: (typeof pages)[number] }) {
  if (useMay(needs)) return <Component />;
  return (
    <EmptyState title={t("forbidden")} isPage>
      <p>{t("forbiddenText")}</p>
    </EmptyState>
  );
}
