import { Pool } from "undici";
import { type Api, startApi } from "./api.ts";
import { openTeam, type Team } from "./staff_browser.ts";

/** Calls under way at a time, half of them to each process. */
export const verifiers = 50;

/** Two processes that share nothing but the database, and a team whose keys are rotated. */
export interface RotationStage extends AsyncDisposable {
  api: Api;
  team: Team;
  callers: Pool[];
}

/** Starts the processes. */
export async function openRotationStage(): Promise<RotationStage> {
  const api = await startApi({ processes: 2, environment: { LOG_LEVEL: "silent" } });
  const team = await openTeam(api);
  // Lighter than fetch, so that more of the time is the service's.
  const callers = api.services.map(({ url }) => new Pool(url, { connections: verifiers / 2 }));
  return {
    api,
    team,
    callers,
    async [Symbol.asyncDispose]() {
      await Promise.all(callers.map((caller) => caller.close()));
      await api[Symbol.asyncDispose]();
    },
  };
}

/** A new key of the team's, which may be used as often as one likes. */
export async function newKey({ api, team }: RotationStage) {
  const { key, ...apiKey } = await api.seeding.application.createApiKey(
    team.tenant.organizationId,
    {
      name: "Website",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
      rateLimitPerHour: 1_000_000,
    },
  );
  return { id: apiKey.id, key };
}
