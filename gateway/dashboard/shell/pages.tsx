import { Route, Switch } from "wouter";
import { useHasRole } from "../api/session.tsx";
import { Today } from "../pages/today/today.tsx";
import type { DeclaredPage } from "../ui/declared_page.ts";
import { onDemand } from "../ui/on_demand.tsx";
import { EmptyState } from "../ui/states.tsx";
import { t as ui } from "../ui/texts.ts";
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
  .map(({ path, role, link, load }) => ({
    path,
    role,
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

function OpenPage({ page: { role, component: Component } }: { page: (typeof pages)[number] }) {
  if (useHasRole(role)) return <Component />;
  return (
    <EmptyState title={t("forbidden")} isPage>
      <p>{t("forbiddenText", { role: ui(`role.${role}`) })}</p>
    </EmptyState>
  );
}
