import { expect, test } from "vitest";
import { choosePrimary, hostsText } from "../../../gateway/persistence/hosts/choose_primary.ts";
import type { HostState } from "../../../gateway/persistence/hosts/host_state.ts";

const urls = ["postgres://u:secret@a:1/d", "postgres://u:secret@b:2/d"];
const [a, b] = urls as [string, string];
const standby: HostState = { kind: "standby" };
const away: HostState = { kind: "away", error: new Error("ECONNREFUSED") };
const primary = (timeline: number): HostState => ({ kind: "primary", timeline });

test.each<[string, { current: string; timeline: number }, HostState[], string | undefined]>([
  ["the host that accepts writes", { current: a, timeline: 0 }, [standby, primary(1)], b],
  ["the current host while it is the primary", { current: b, timeline: 1 }, [
    primary(1),
    primary(1),
  ], b],
  ["the later primary of two", { current: a, timeline: 1 }, [primary(1), primary(2)], b],
  [
    "no primary from before a known promotion",
    { current: b, timeline: 2 },
    [primary(1), away],
    undefined,
  ],
  ["none of two standbys", { current: a, timeline: 1 }, [standby, standby], undefined],
])("choosePrimary() takes %s", (_, known, states, expected) => {
  expect(choosePrimary({ urls, ...known }, states)?.url).toBe(expected);
});

test("hostsText() shows the fault of each host, without the password", () => {
  expect(hostsText(urls, [standby, away])).toBe(
    "a:1 accepts no writes, b:2 is away (ECONNREFUSED)",
  );
  expect(hostsText(urls, [primary(1), away])).toContain("a:1 is on timeline 1");
});
