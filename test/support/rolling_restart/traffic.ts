import { Pool } from "undici";

/** The traffic of one organization through a proxy. */
export interface Traffic {
  /** Requests that were answered as they should be. */
  answered: number;
  /** Appointments that were answered 201. */
  booked: number;
  /** What went wrong with the other requests. A caller never repeats a request. */
  failures: string[];
  /** Ends the traffic after the running requests. */
  end(): Promise<void>;
}

/** One caller, or several that are alike. */
export interface Callers {
  key: string;
  departmentId: number;
  /** Of a staff user, for the calls of the dashboard. */
  cookie: string;
}

interface Call {
  method: "GET" | "POST";
  path: string;
  status: number;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Sends requests on kept connections, one at a time on each, until it is ended: a creation, the new appointment, the
 * availability of its slot, and a list; on one more connection calls of the dashboard, and on another one waits for
 * events. Each pauses for `pauseMs` before it begins again.
 */
export function startTraffic(
  url: string,
  { key, departmentId, cookie, connections, pauseMs = 0 }:
    & Callers
    & { connections: number; pauseMs?: number },
): Traffic {
  const pool = new Pool(url, { connections: connections + 2, pipelining: 1 });
  const traffic: Traffic = { answered: 0, booked: 0, failures: [], end };
  let isOver = false;
  let number = 0;
  const withKey = { "x-api-key": key };

  async function send({ status, ...call }: Call): Promise<Record<string, unknown> | undefined> {
    try {
      const response = await pool.request(call);
      const text = await response.body.text();
      if (response.statusCode === status) {
        traffic.answered += 1;
        return JSON.parse(text);
      }
      traffic.failures.push(`${call.method} ${call.path}: ${response.statusCode} ${text}`);
    } catch (error) {
      traffic.failures.push(`${call.method} ${call.path}: ${error}`);
    }
    // A proxy without a service answers at once.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return undefined;
  }

  function get(path: string, headers: Record<string, string> = withKey) {
    return send({ method: "GET", path, status: 200, headers });
  }

  async function book(): Promise<void> {
    number += 1;
    const name = `booking ${number}`;
    const dateTime = `2038-03-01T${hours[number % hours.length]}:00`;
    const made = await send({
      method: "POST",
      path: "/api/v1/appointments",
      status: 201,
      headers: { ...withKey, "content-type": "application/json", "idempotency-key": name },
      body: JSON.stringify({ departmentId, dateTime, name }),
    });
    if (!made) return;
    traffic.booked += 1;
    await get(`/api/v1/appointments/${made["id"]}`);
    await get(`/api/v1/departments/${departmentId}/availability?dateTime=${dateTime}`);
    await get("/api/v1/appointments?size=20");
  }

  async function waitForEvents(): Promise<void> {
    const page = await get("/api/v1/events?after=latest&wait=20");
    // Without this, every booking would be read.
    if (page) await new Promise((resolve) => setTimeout(resolve, 200));
  }

  async function repeat(step: () => Promise<unknown>): Promise<void> {
    while (!isOver) {
      await step();
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  const running = Promise.all([
    ...Array.from({ length: connections }, () => repeat(book)),
    repeat(() => get("/trpc/session.current", { cookie })),
    repeat(waitForEvents),
  ]);

  async function stop(): Promise<void> {
    isOver = true;
    await running;
    await pool.close();
  }
  let stopped: Promise<void> | undefined;
  function end(): Promise<void> {
    return stopped ??= stop();
  }
  return traffic;
}

const hours = ["09", "10", "11", "12", "13", "14", "15", "16"];
