/** Returns the time zone that is so many whole hours ahead of UTC all year, from -12 to 14. */
export function zoneAhead(hours: number): string {
  if (hours === 0) return "Etc/GMT";
  // The signs of these names are reversed: Etc/GMT-2 is two hours ahead.
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
