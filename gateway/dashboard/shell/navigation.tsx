import { Link, useLocation } from "wouter";
import { useEnvironment } from "../api/departments.ts";
import { useMay } from "../api/session.tsx";
import { Icon } from "../ui/icons.tsx";
import { groups, type Place } from "./places.ts";

/** Every page that one may go to, by groups. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const isAdmin = useMay("ADMIN");
  return (
    <nav aria-label="Pages" className="navigation">
      {groups.map(({ label, places }) => {
        const open = places.filter(({ role }) => role === "STAFF" || isAdmin);
        if (open.length === 0) return null;
        return (
          <div key={label} className="navigation-group">
            <h2>{label}</h2>
            <ul>
              {open.map((place) => (
                <li key={place.path}>
                  <PlaceLink place={place} {...(onGo && { onGo })} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** The way to a page; TEST stays TEST on the way. */
export function PlaceLink({ place, onGo }: { place: Place; onGo?: () => void }) {
  const [location] = useLocation();
  const [environment] = useEnvironment();
  const isHere = place.path === "/" ? location === "/" : location.startsWith(place.path);
  return (
    <Link
      href={environment === "TEST" ? `${place.path}?environment=TEST` : place.path}
      className="place"
      aria-current={isHere ? "page" : undefined}
      {...(onGo && { onClick: onGo })}
    >
      <Icon name={place.icon} />
      <span>{place.label}</span>
    </Link>
  );
}
