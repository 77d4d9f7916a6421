/** Security headers of every page. Each page adds its own Content-Security-Policy. */
export const pageHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/** Returns the header by which browsers use nothing but https for this host, for a year. Subdomains may belong to others. */
export function strictTransport(publicUrl: string | undefined): Record<string, string> {
  return publicUrl?.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {};
}
