/** `10:30:07`. Deliveries follow each other within seconds. */
export function secondsText(dateTime: string): string {
  return dateTime.slice(11, 19);
}
