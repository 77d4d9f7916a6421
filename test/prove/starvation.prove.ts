import { expect } from "vitest";
import { startApi } from "../support/api.ts";
import { slowBody, unreadAnswers } from "../support/starvation/attackers.ts";
import {
  runScenario,
  type Scenario,
  type ScenarioFigures,
} from "../support/starvation/scenarios.ts";
import { type Figures, proof } from "./proof.ts";

const seconds = Number(process.env["STARVATION_SECONDS"] ?? 30);
const callers = 8;

starvationProof("starvation-slow-sign-in", {
  attack: { connections: 1050, ...slowBody("/api/staff/session") },
  seconds,
  callers,
});

starvationProof("starvation-slow-trpc", {
  attack: { connections: 1050, ...slowBody("/trpc/session.signIn") },
  seconds,
  callers,
});

starvationProof("starvation-unread-document", {
  attack: { connections: 1, ...unreadAnswers("/openapi.json", { requests: 1500 }) },
  seconds,
  callers,
});

starvationProof("starvation-unread-explorer", {
  attack: { connections: 300, ...unreadAnswers("/graphql", { requests: 1, accept: "text/html" }) },
  seconds,
  callers,
});

/** An attack that callers elsewhere do not notice. */
function starvationProof(name: string, scenario: Scenario): void {
  proof(name, async () => {
    await using api = await startApi();
    const tenant = await api.organization({ slotCapacity: 10_000, credits: 1_000_000 });
    const figures = await runScenario(api, tenant, scenario);
    process.stderr.write(`${name}: ${JSON.stringify(figures)}\n`);
    expect(figures.elsewhere).toMatchObject({ refused: 0, failed: 0 });
    expect(figures.elsewhere.maxGapMs).toBeLessThan(3000);
    expect(figures.rssMaxMb - figures.rssBeforeMb).toBeLessThan(200);
    return flat(figures);
  });
}

function flat({ elsewhere, sameAddress, ...rest }: ScenarioFigures): Figures {
  const named = (prefix: string, figures: object) =>
    Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${prefix} ${key}`, value]));
  return { ...named("elsewhere", elsewhere), ...named("same address", sameAddress), ...rest };
}
