import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../gateway/embedded_postgres/free_port.ts";
import { type RunningService, startService } from "../running_service.ts";

/** Two services that share a database and a Redis, each at an address that stays. */
export class Services implements AsyncDisposable {
  readonly urls: string[] = [];
  readonly #environment: Record<string, string>;
  readonly #running: RunningService[] = [];

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  async start(): Promise<void> {
    for (const at of [0, 1]) {
      this.urls[at] = `http://127.0.0.1:${await freePort()}`;
      await this.startAgain(at);
    }
  }

  async startAgain(at: number): Promise<void> {
    const { port } = new URL(this.urls[at]!);
    // A service that starts in a fault may refuse to. Whoever runs it starts it again.
    for (let attempt = 1;; attempt += 1) {
      try {
        const environment: Record<string, string> = { ...this.#environment, PORT: port };
        this.#running[at] = await startService(environment["DATABASE_URL"]!, environment);
        return;
      } catch (error) {
        if (attempt === 20) throw error;
        await delay(500);
      }
    }
  }

  async kill(at: number): Promise<void> {
    await this.#running[at]!.stop("SIGKILL");
  }

  async freeze(at: number, ms: number): Promise<void> {
    const { processId } = this.#running[at]!;
    process.kill(processId, "SIGSTOP");
    await delay(ms);
    process.kill(processId, "SIGCONT");
  }

  /** Ends both in good order: everything that they do has an outcome then. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.map((service) => service.stop()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
