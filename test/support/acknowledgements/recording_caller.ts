import { setTimeout as delay } from "node:timers/promises";
import type { ActKind, AppointmentHistory, Outcome } from "./history.ts";

/** An organization that recording clients work in. */
export interface RecordedTenant {
  organizationId: number;
  departmentId: number;
  /** A department whose places are soon taken. */
  narrowDepartmentId: number;
  key: string;
  /** Of a staff session. */
  cookie: string;
}

/** How a caller acts. */
export interface ActOptions {
  hasKey: boolean;
  /** Whether it repeats the request until it is answered. */
  repeats: boolean;
  /** Of a creation and a move. */
  place?: { departmentId: number; dateTime: string };
}

/** What callers report while they act. */
export interface CallReports {
  onUnavailable(): void;
  /** Undefined where the service runs all the time, so that a lost connection is a fault. */
  onConnectionLost?: (() => void) | undefined;
}

/** One client's requests. Each is kept in the history of its appointment. */
export class RecordingCaller {
  readonly #tenant: RecordedTenant;
  readonly #url: () => string;
  readonly #reports: CallReports;

  constructor(tenant: RecordedTenant, url: () => string, reports: CallReports) {
    this.#tenant = tenant;
    this.#url = url;
    this.#reports = reports;
  }

  /** Acts and adds the act to the history. Throws any answer that is no success, 503 or refusal of the act. */
  async act(
    history: AppointmentHistory,
    kind: ActKind,
    { hasKey, repeats, place }: ActOptions,
  ): Promise<Outcome> {
    const requestedAtMs = performance.now();
    const idempotencyKey = kind === "created"
      ? history.name
      : `${history.name}, ${kind} ${history.acts.length}`;
    const request = this.#request(history, kind, place);
    const answer = await this.#send({
      ...request,
      headers: { ...request.headers, ...(hasKey && { "Idempotency-Key": idempotencyKey }) },
      repeats,
    });
    const outcome = outcomeOf(kind, answer, hasEnded(history));
    if (outcome === "acknowledged" && kind === "created") {
      Object.assign(history, idAndCode(answer!.body));
    }
    history.acts.push({
      kind,
      hasKey,
      outcome,
      requestedAtMs,
      answeredAtMs: performance.now(),
      ...(place && { place }),
    });
    return outcome;
  }

  /** Repeats a creation that was answered 201, and returns the appointment in the answer. */
  async repeatCreation(
    history: AppointmentHistory,
    place: NonNullable<ActOptions["place"]>,
  ): Promise<{ id: number; qrCode: string }> {
    const request = this.#request(history, "created", place);
    const headers = { ...request.headers, "Idempotency-Key": history.name };
    const answer = await this.#send({ ...request, headers, repeats: true });
    if (answer!.status !== 201) throw unexpected("a repeated creation", answer!);
    return idAndCode(answer!.body);
  }

  #request(
    { id, name }: AppointmentHistory,
    kind: ActKind,
    place: ActOptions["place"],
  ): { method?: string; path: string; headers: Record<string, string>; body?: unknown } {
    const headers = { "X-API-Key": this.#tenant.key };
    const path = "/api/v1/appointments";
    switch (kind) {
      case "created":
        return { path, headers, body: { ...place, name } };
      case "moved":
        return { path: `${path}/${id}/reschedule`, headers, body: place };
      case "archived":
        return { method: "DELETE", path: `${path}/${id}`, headers };
      default: {
        const procedure = kind === "cancelled" ? "cancel" : "complete";
        return {
          path: `/trpc/appointments.${procedure}`,
          headers: { Cookie: this.#tenant.cookie },
          // The appointments are of future days, which are completed with a reason.
          body: { id, ...(kind === "completed" && { overrideReason: "Came early" }) },
        };
      }
    }
  }

  async #send({ path, repeats, ...request }: {
    method?: string;
    path: string;
    headers: Record<string, string>;
    body?: unknown;
    repeats: boolean;
  }): Promise<ClientAnswer | undefined> {
    for (let attempt = 0;; attempt += 1) {
      const answer = await this.#attempt(`${this.#url()}${path}`, request);
      if (answer) return { ...answer, isRepeated: attempt > 0 };
      if (!repeats) return undefined;
      await delay(20);
    }
  }

  /** Undefined for 503, and for 408 and a lost connection where services are killed. */
  async #attempt(
    url: string,
    { method = "POST", headers, body }: {
      method?: string;
      headers: Record<string, string>;
      body?: unknown;
    },
  ): Promise<{ status: number; body: unknown } | undefined> {
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      // 408: the request did not arrive in time, because its service or this process was frozen.
      const isUnanswered = response.status === 503 ||
        (response.status === 408 && this.#reports.onConnectionLost !== undefined);
      if (!isUnanswered) {
        return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
      }
      this.#reports.onUnavailable();
    } catch (error) {
      if (!this.#reports.onConnectionLost) throw error;
      this.#reports.onConnectionLost();
    }
    return undefined;
  }
}

interface ClientAnswer {
  status: number;
  body: unknown;
  isRepeated: boolean;
}

function outcomeOf(kind: ActKind, answer: ClientAnswer | undefined, hasEnded: boolean): Outcome {
  if (!answer) return "unknown";
  const { status, isRepeated, body } = answer;
  if (status === (kind === "created" ? 201 : 200)) return "acknowledged";
  if (kind === "created" || kind === "moved") {
    const isFull = status === 400 && JSON.stringify(body).includes("Slot is full");
    if (isFull || (status === 409 && kind === "moved" && hasEnded)) return "refused";
  } else if (status === 409 && isRepeated) {
    // Without a key, an attempt whose answer was lost has made the change.
    return "unknown";
  }
  throw unexpected(`an appointment to be ${kind}`, answer);
}

/** Whether the appointment was archived, cancelled or completed. */
function hasEnded({ acts }: AppointmentHistory): boolean {
  return acts.some(({ kind, outcome }) =>
    kind !== "created" && kind !== "moved" && outcome === "acknowledged"
  );
}

function idAndCode(body: unknown): { id: number; qrCode: string } {
  const { id, qrCode } = body as { id: number; qrCode: string };
  return { id, qrCode };
}

function unexpected(request: string, { status, body }: ClientAnswer): Error {
  return new Error(`${request} was answered ${status}: ${JSON.stringify(body)}`);
}
