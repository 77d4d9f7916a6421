import { Suspense, useState } from "react";
import { useEnvironment } from "../api/departments.ts";
import { useRead } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { numberText } from "../api/time.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { Skeleton } from "../ui/states.tsx";
import { AccountMenu } from "./account_menu.tsx";
import { Faults } from "./faults.tsx";
import { Navigation, PlaceLink } from "./navigation.tsx";
import { groups } from "./places.ts";
import { Pages } from "./pages.tsx";

/** The page between its sidebar (a bar at the bottom of a phone) and what is said of it. */
export function Frame() {
  const { organization } = useSession();
  const [environment] = useEnvironment();
  return (
    <div className={`frame ${environment === "TEST" ? "is-test" : ""}`}>
      <a className="skip" href="#content">Skip to the page</a>
      <aside className="sidebar">
        <div className="brand">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span>{organization.name}</span>
        </div>
        <Navigation />
        <div className="sidebar-foot">
          <Balance />
          <AccountMenu />
        </div>
      </aside>
      <main id="content" className="content" tabIndex={-1}>
        {environment === "TEST" && (
          <div className="test-strip">
            <Icon name="warning" />
            <span>
              <strong>Test data.</strong> Nothing here is a real appointment.
            </span>
          </div>
        )}
        <Faults>
          <Suspense fallback={<Skeleton rows={8} />}>
            <Pages />
          </Suspense>
        </Faults>
      </main>
      <BottomBar />
    </div>
  );
}

/** What is left to book with; a booking takes one. */
function Balance() {
  const [environment] = useEnvironment();
  const { data } = useRead("credits.balance", undefined, { staleMs: 60_000, pollMs: 30_000 });
  const left = data && (environment === "TEST" ? data.test : data.live);
  return (
    <div className={`balance ${left !== undefined && left < 50 ? "low" : ""}`}>
      <Icon name="credits" />
      <span>
        {left === undefined ? "…" : numberText(left)} {environment === "TEST" && "test "}credits
      </span>
    </div>
  );
}

function BottomBar() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <nav className="bottom-bar" aria-label="Main pages">
      {groups[0]!.places.map((place) => <PlaceLink key={place.path} place={place} />)}
      <Button kind="quiet" className="place" icon="more" onPress={() => setIsOpen(true)}>
        More
      </Button>
      {isOpen && (
        <Dialog title="Pages" shape="drawer" onClose={close}>
          <div className="dialog-body">
            <Navigation onGo={close} />
            <Balance />
            <AccountMenu />
          </div>
        </Dialog>
      )}
    </nav>
  );
}
