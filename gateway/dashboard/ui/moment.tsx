import { dateText, timeOf } from "../api/time.ts";

/** A date and time of a list, short: the year stands there only when it is another. */
export function Moment({ at }: { at: string }) {
  const date = dateText(at);
  const thisYear = ` ${new Date().getFullYear()}`;
  return (
    <time className="moment" dateTime={at} title={`${date}, ${timeOf(at)}`}>
      <span>{date.endsWith(thisYear) ? date.slice(0, -thisYear.length) : date}</span>{" "}
      <strong>{timeOf(at)}</strong>
    </time>
  );
}
