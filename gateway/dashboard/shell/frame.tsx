import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useEnvironment } from "../api/departments.ts";
import { useRead } from "../api/hooks.ts";
import { goLive } from "../api/live.ts";
import { useMay, useSession } from "../api/session.tsx";
import { numberText } from "../api/time.ts";
import { DeskKeyboard } from "../desk/desk_keyboard.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { useKeptFocus } from "../ui/keep_focus.ts";
import { Skeleton } from "../ui/states.tsx";
import { openSearch, SearchButton } from "./search/search_button.tsx";
import { AccountMenu } from "./account_menu.tsx";
import { ErrorBoundary } from "../ui/error_boundary.tsx";
import { NetworkBanner } from "./network_banner.tsx";
import { preloadAll } from "../ui/on_demand.tsx";
import { isCurrentPage, Navigation, PageLink, useLinks } from "./navigation.tsx";
import { Pages } from "./pages.tsx";
import { t } from "./texts.ts";
import { t as searchText } from "./search/texts.ts";

const preloadAfterMs = 1500;

/** The frame of every page: the sidebar, the content, and on a phone a bar at the bottom. */
export function Frame() {
  const { organization } = useSession();
  const [environment] = useEnvironment();
  useEffect(goLive, []);
  useKeptFocus(useLocation()[0]);
  useEffect(() => {
    // When the page is idle, so that the first list is not delayed.
    const timer = setTimeout(() => void preloadAll(), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="frame">
      <a className="skip" href="#content">{t("skip")}</a>
      <aside className="sidebar">
        <div className="line strong brand">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span className="clip">
            <bdi>{organization.name}</bdi>
          </span>
        </div>
        <SearchButton />
        <Navigation />
        <div className="list sidebar-foot">
          <Balance />
          <AccountMenu />
        </div>
      </aside>
      <main id="content" className="content" tabIndex={-1}>
        {environment === "TEST" && (
          <div className="line tinted warn banner">
            <Icon name="warning" />
            <span>
              {t.rich("testData", { b: (text) => <strong>{text}</strong> })}
            </span>
          </div>
        )}
        <NetworkBanner />
        <ErrorBoundary>
          <Suspense fallback={<Skeleton rows={8} />}>
            <Pages />
          </Suspense>
        </ErrorBoundary>
      </main>
      <BottomBar />
      <DeskKeyboard />
    </div>
  );
}

/** The credits that are left. */
function Balance() {
  const [environment] = useEnvironment();
  const isShown = useMay("getBalances");
  const { data, isError } = useRead("credits.balance", undefined, {
    staleMs: 60_000,
    isEnabled: isShown,
  });
  if (!isShown) return null;
  const balance = data && (environment === "TEST" ? data.test : data.live);
  return (
    <div
      className={`line balance ${balance !== undefined && balance < 50 ? "tinted warn" : "muted"}`}
    >
      <Icon name="credits" />
      <span>
        {balance !== undefined
          ? t(environment === "TEST" ? "testCredits" : "credits", {
            count: balance,
            amount: numberText(balance),
          })
          : t(isError ? "creditsFailed" : "creditsLoading")}
      </span>
    </div>
  );
}

function BottomBar() {
  const [isOpen, setIsOpen] = useState(false);
  const links = useLinks("desk");
  const [location] = useLocation();
  const isElsewhere = !links.some(({ path }) => isCurrentPage(path, location));
  const close = () => setIsOpen(false);
  return (
    <nav className="bottom-bar" aria-label={t("mainPages")}>
      {links.map((link) => <PageLink key={link.path} {...link} />)}
      <Button
        kind="quiet"
        className={`page-link ${isElsewhere ? "current" : ""}`}
        icon="more"
        onPress={() => setIsOpen(true)}
      >
        {t("more")}
      </Button>
      {isOpen && (
        <Dialog title={t("pages")} shape="drawer" onClose={close}>
          <div className="dialog-body">
            <Button
              icon="search"
              className="search-button"
              onPress={() => {
                close();
                openSearch();
              }}
            >
              {searchText("button")}
            </Button>
            <Navigation onOpen={close} />
            <Balance />
            <AccountMenu />
          </div>
        </Dialog>
      )}
    </nav>
  );
}
