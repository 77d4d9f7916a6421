const key = "signed-in";

/**
 * Whether somebody may be signed in. The document's answer says when it came without a session's cookie
 * (gateway/http/dashboard_files); that is older than a sign-in in this tab.
 */
export function maybeSignedIn(): boolean {
  if (wasHere()) return true;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const hint = page?.serverTiming?.find(({ name }) => name === "session");
  return hint?.description !== "none";
}

/** Remembers, for this tab, that somebody has signed in. */
export function noteSignedIn(): void {
  try {
    sessionStorage.setItem(key, "yes");
  } catch {
    // Storage may be forbidden; a page from the history may then ask for the password once more.
  }
}

/** Somebody has signed out, or the session has ended. */
export function noteSignedOut(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function wasHere(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
