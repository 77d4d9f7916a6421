const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request changes something and comes from another site's page (decisions 7). Browsers say so in
 * `Sec-Fetch-Site`; a page of a sibling domain is foreign too. Where they do not send it (plain http), the
 * page's `Origin` must be the service's: that of PUBLIC_URL, or of the host that was called, which a foreign
 * page cannot choose. A request with neither header comes from no page.
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

// The scheme is left out: behind a proxy that ends TLS the service is called by http.
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host || undefined : undefined;
}
