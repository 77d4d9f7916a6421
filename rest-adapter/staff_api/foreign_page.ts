const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns whether a request changes something and comes from another site's page (rest-adapter/README.md 10.9).
 * Browsers send `Sec-Fetch-Site`; a sibling domain is another site. Browsers leave that header out over plain http.
 * Then the host of `Origin` must be the host of PUBLIC_URL or the host that was called. A request with neither header
 * does not come from a page.
 */
export function isForeignChange(request: Request, publicUrl: string | undefined): boolean {
  if (safeMethods.has(request.method)) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("Origin");
  if (origin === null) return false;
  const own = [publicUrl, request.url, `http://${request.headers.get("Host") ?? ""}`];
  const host = hostOf(origin);
  return host === undefined || !own.some((url) => url !== undefined && hostOf(url) === host);
}

// Compares hosts without schemes: behind a proxy that ends TLS the service is called over http.
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host || undefined : undefined;
}
