import { codeSample } from "./code_sample.ts";

/** A booking that the quick start makes. */
export interface QuickStart {
  baseUrl: string;
  /** The key, or the name of a variable of the shell that has it. */
  key: string;
  departmentId: number;
  /** The worker, if the department requires one. */
  workerId?: number | undefined;
  /** A free time. */
  dateTime: string;
}

function bodyOf({ departmentId, workerId, dateTime }: QuickStart) {
  return {
    departmentId,
    dateTime,
    ...(workerId && { workerId }),
    name: codeSample("Ada Lovelace"),
  };
}

/** Returns a command that books an appointment. */
export function curlOf(booking: QuickStart): string {
  return codeSample(`curl -X POST ${booking.baseUrl}/appointments \\
  -H "X-API-Key: ${booking.key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(bodyOf(booking))}'`);
}

/** Returns a program for Node.js that books an appointment with the key in API_KEY. */
export function javaScriptOf(booking: QuickStart): string {
  return codeSample(`const response = await fetch("${booking.baseUrl}/appointments", {
  method: "POST",
  headers: { "X-API-Key": process.env.API_KEY, "Content-Type": "application/json" },
  body: JSON.stringify(${JSON.stringify(bodyOf(booking))}),
});
console.log(response.status, await response.json());
`);
}

/** Returns the address of the API that callers use. */
export function baseUrlOf(origin: string): string {
  return `${origin}/api/v1`;
}
