import type { Application } from "../../core/mod.ts";
import type { Demo } from "./seed_demo.ts";

const saturday = 6;
const maxSearchDays = 14;

/** Returns a curl command that books the next free weekday slot of the demo's first department. */
export async function bookingExample(
  application: Application,
  { demo, url }: { demo: Demo; url: string },
): Promise<string> {
  const departmentId = demo.departments[0]!.id;
  const dateTime = await nextFreeSlot(application, { demo, departmentId });
  const body = JSON.stringify({ departmentId, dateTime, name: "Katherine Johnson" });
  return [
    `curl -sS -X POST ${quoted(`${url}/api/v1/appointments`)}`,
    `-H ${quoted(`X-API-Key: ${demo.apiKey}`)}`,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(body)}`,
  ].join(" ");
}

async function nextFreeSlot(
  application: Application,
  { demo, departmentId }: { demo: Demo; departmentId: number },
): Promise<string> {
  const caller = { ...demo, environment: "LIVE" } as const;
  let date = application.now().toZonedDateTimeISO(demo.timeZone).toPlainDate();
  for (let tries = 0; tries < maxSearchDays; tries += 1) {
    date = date.add({ days: date.dayOfWeek >= saturday - 1 ? 8 - date.dayOfWeek : 1 });
    const dateTime = `${date.toString()}T14:30:00`;
    const { available } = await application.checkAvailability(caller, { departmentId, dateTime });
    if (available) return dateTime;
  }
  throw new Error("Cannot make the booking example: the demo's first department has no free slot");
}

/** Quotes a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
