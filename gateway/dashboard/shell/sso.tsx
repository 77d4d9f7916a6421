import { knownSsoPath } from "../api/sso.ts";
import { t } from "./texts.ts";

/** The way to the provider, in a browser where somebody has signed in by it. */
export function SsoLink({ inNewTab = false }: { inNewTab?: boolean }) {
  const path = knownSsoPath();
  if (path === undefined) return null;
  return <ProviderLink href={path} kind="plain" inNewTab={inNewTab} text={t("sso.signIn")} />;
}

/** A link, because it opens a new tab also where a script may not. The provider gets no access to this page. */
export function ProviderLink({ href, kind, inNewTab, text }: {
  href: string;
  kind: "plain" | "primary";
  inNewTab: boolean;
  text: string;
}) {
  const tab = inNewTab ? { target: "_blank", rel: "noreferrer" } : {};
  return <a className={`button ${kind}`} href={href} {...tab}>{text}</a>;
}
