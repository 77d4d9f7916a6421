let day: string | undefined;

/**
 * On the first answer of a new day of the office, loads the page again if the service has a newer one. Does nothing while the service
 * cannot send the page: the browser would show an error until somebody touches it. Asks `isFree` at the end, because a
 * person may come while the page is read; the next answer tries again.
 */
export async function loadNewerPage(date: string, isFree = () => true): Promise<void> {
  day ??= date;
  if (day === date) return;
  const response = await fetch(location.href, { cache: "no-store" }).catch(() => undefined);
  if (!response?.ok) return;
  const html = await response.text().catch(() => undefined);
  const script = document.querySelector("script[src]")!.getAttribute("src")!;
  if (html === undefined || !isFree()) return;
  day = date;
  // The name of a script has the hash of its content.
  if (!html.includes(`"${script}"`)) location.reload();
}
