import { Link, useLocation } from "wouter";
import { useEnvironment } from "../api/departments.ts";
import { may, useSession } from "../api/session.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { type Group, groups } from "../ui/declared_page.ts";
import { language } from "../messages/language.ts";
import { pages } from "./pages.tsx";
import { t } from "./texts.ts";

interface PageLinkProps {
  path: string;
  label: string;
  icon: IconName;
  onOpen?: (() => void) | undefined;
}

/** The links to every page that the user may open, by group. */
export function Navigation({ onOpen }: { onOpen?: () => void }) {
  return (
    <nav aria-label={t("pages")} className="navigation">
      {groups.map((group) => <GroupLinks key={group} group={group} onOpen={onOpen} />)}
    </nav>
  );
}

function GroupLinks({ group, onOpen }: { group: Group; onOpen: (() => void) | undefined }) {
  const links = useLinks(group);
  if (links.length === 0) return null;
  return (
    <div>
      <h2>{t(`group.${group}`)}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.path}>
            <PageLink {...link} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the links of a group to the pages that the user may open. */
export function useLinks(group: Group): readonly PageLinkProps[] {
  const session = useSession();
  return pages.flatMap(({ path, needs, link }) =>
    link?.group === group && may(session, needs)
      ? [{ path: path.replace("/:id?", ""), label: link.label[language], icon: link.icon }]
      : []
  );
}

/** Returns whether the address is of this page. */
export function isCurrentPage(path: string, location: string): boolean {
  return path === "/" ? location === "/" : location.startsWith(path);
}

/** A link to a page. It keeps the environment TEST. */
export function PageLink({ path, label, icon, onOpen }: PageLinkProps) {
  const [location] = useLocation();
  const [environment] = useEnvironment();
  const isCurrent = isCurrentPage(path, location);
  return (
    <Link
      href={environment === "TEST" ? `${path}?environment=TEST` : path}
      className="line page-link"
      aria-current={isCurrent ? "page" : undefined}
      {...(onOpen && { onClick: onOpen })}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  );
}
