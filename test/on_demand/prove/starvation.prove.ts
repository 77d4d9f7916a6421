import { expect } from "vitest";
import { type Api, startApi } from "../../support/api.ts";
import { openTeam, type Team } from "../../support/staff_browser.ts";
import { slowBody, unreadAnswers } from "../../support/starvation/attackers.ts";
import {
  runScenario,
  type Scenario,
  type ScenarioFigures,
} from "../../support/starvation/scenarios.ts";
import { patience } from "../../support/time_bounds.ts";
import { measureNeighbour } from "../support/starvation/neighbour.ts";
import { type Figures, proof } from "./proof.ts";

const seconds = 60;
const callers = 8;
const asBrowser = { Accept: "text/html", "Accept-Encoding": "gzip" };

starvationProof("starvation-slow-sign-in", () => ({
  connections: 1050,
  ...slowBody("/api/staff/session"),
}));

starvationProof("starvation-slow-trpc", () => ({
  connections: 1050,
  ...slowBody("/trpc/session.signIn"),
}));

starvationProof("starvation-unread-document", () => ({
  connections: 1,
  ...unreadAnswers("/openapi.json", 1500),
}));

starvationProof("starvation-unread-documents", () => ({
  connections: 300,
  ...unreadAnswers("/openapi.json", 5),
}));

starvationProof("starvation-unread-asset", async (api) => ({
  connections: 300,
  ...unreadAnswers(await largestAsset(api), 5),
}));

starvationProof("starvation-unread-explorer", (_, { browsers }) => ({
  connections: 300,
  ...unreadAnswers("/graphql", 2, { ...asBrowser, Cookie: browsers.OWNER.cookie }),
}));

proof("starvation-heavy", async (progress) => {
  await using api = await startApi();
  const size = { departments: 2000, appointments: 40_000 };
  const figures = await measureNeighbour(api, { seconds: 15, ...size });
  progress(JSON.stringify(figures));
  const { readsAlone, readsAttacked, createsAlone, createsAttacked } = figures;
  for (const { refused, failed } of [readsAttacked, createsAttacked]) {
    expect({ refused, failed }).toEqual({ refused: 0, failed: 0 });
  }
  // Of its own time alone: what a busy machine takes from both is not the neighbour's.
  expect(readsAttacked.p99Ms).toBeLessThan(readsAlone.p99Ms + patience(100));
  expect(createsAttacked.served).toBeGreaterThan(createsAlone.served / 2);
  return {
    "reads by id alone, p99 ms": readsAlone.p99Ms,
    "reads by id under attack, p99 ms": readsAttacked.p99Ms,
    "creations alone": createsAlone.served,
    "creations under attack": createsAttacked.served,
    ...figures.answered,
  };
});

/** An attack that other callers do not notice. */
function starvationProof(
  name: string,
  attackOf: (api: Api, team: Team) => Scenario["attack"] | Promise<Scenario["attack"]>,
): void {
  proof(name, async (progress) => {
    await using api = await startApi();
    const team = await openTeam(api, { slotCapacity: 10_000, credits: 1_000_000 });
    const attack = await attackOf(api, team);
    const figures = await runScenario(api, team.tenant, { attack, seconds, callers });
    progress(JSON.stringify(figures));
    for (const { refused, failed, maxGapMs } of [figures.elsewhere, figures.sameAddress]) {
      expect({ refused, failed }).toEqual({ refused: 0, failed: 0 });
      expect(maxGapMs).toBeLessThan(5000);
    }
    expect(figures.rssMaxMb - figures.rssBeforeMb).toBeLessThan(256);
    return flat(figures);
  });
}

/** The path of the dashboard's script. */
async function largestAsset(api: Api): Promise<string> {
  const html = await (await fetch(`${api.services[0]!.url}/`)).text();
  return /\/assets\/[^"]+\.js/.exec(html)![0];
}

function flat({ elsewhere, sameAddress, ...rest }: ScenarioFigures): Figures {
  const named = (prefix: string, figures: object) =>
    Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${prefix} ${key}`, value]));
  return { ...named("elsewhere", elsewhere), ...named("same address", sameAddress), ...rest };
}
