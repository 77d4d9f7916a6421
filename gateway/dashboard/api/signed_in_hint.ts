const key = "signed-in";

/**
 * Returns false if surely nobody is signed in, so that the sign-in page appears without a request. The document
 * says in `Server-Timing` if its request had no session cookie (gateway/http/dashboard_files). A sign-in in this
 * tab is newer than the document and counts first.
 */
export function maybeSignedIn(): boolean {
  if (hasSignedIn()) return true;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const hint = page?.serverTiming?.find(({ name }) => name === "session");
  return hint?.description !== "none";
}

/** Remembers for this tab that a user has signed in. */
export function rememberSignedIn(): void {
  try {
    sessionStorage.setItem(key, "yes");
  } catch {
    // The browser may forbid storage. A page from the history may then show the sign-in page once more.
  }
}

/** Forgets the sign-in of this tab. */
export function forgetSignedIn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The browser forbids storage, so there is nothing to forget.
  }
}

function hasSignedIn(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
