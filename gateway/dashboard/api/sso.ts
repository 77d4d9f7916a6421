/** How a sign-in or a proof by the identity provider has ended. */
const outcomes = ["refused", "group", "taken", "away", "proved"] as const;

/** Where a user proves again by the provider who they are. */
export const ssoProofPath = "/sso/prove";

/** The outcome with which the provider has sent the browser back to this page. It is said once, so the address loses it. */
export const ssoOutcome = takeOutcome();

function takeOutcome(): (typeof outcomes)[number] | undefined {
  const url = new URL(location.href);
  const found = outcomes.find((one) => one === url.searchParams.get("sso"));
  if (!found) return undefined;
  url.searchParams.delete("sso");
  history.replaceState(history.state, "", url);
  return found;
}

/** Returns where the last user of this browser has signed in by a provider; undefined if nobody has (gateway/sso/README.md 6). */
export function knownSsoPath(): string | undefined {
  return /(?:^|;\s*)sso_path=(\/sso\/\d+-\w+)(?:;|$)/.exec(document.cookie)?.[1];
}
