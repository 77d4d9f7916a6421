import { expect, test } from "vitest";
import { parseRedisUrl, redisUrlText } from "../../../gateway/limits/mod.ts";

test.each<[string, object]>([
  ["redis://:p@h:1/2", { form: "server", url: "redis://:p@h:1/2" }],
  ["rediss://h", { form: "server", url: "rediss://h" }],
  [
    "sentinel://s1,s2:1,[::1]:2/limits",
    {
      form: "sentinel",
      hosts: [{ host: "s1", port: 26379 }, { host: "s2", port: 1 }, { host: "::1", port: 2 }],
      masterName: "limits",
      database: 0,
      tls: false,
    },
  ],
  [
    "sentinels://me:a%40b%2C@s1/limits/3?sentinelPassword=c%26d&sentinelUser=e",
    {
      form: "sentinel",
      hosts: [{ host: "s1", port: 26379 }],
      masterName: "limits",
      database: 3,
      credentials: {
        username: "me",
        password: "a@b,",
        sentinelUsername: "e",
        sentinelPassword: "c&d",
      },
      tls: true,
    },
  ],
  // The last @ ends the password, as in other connection strings.
  ["cluster://:a@b,c@r1,r2:7000/", {
    form: "cluster",
    hosts: [{ host: "r1", port: 6379 }, { host: "r2", port: 7000 }],
    credentials: { password: "a@b,c" },
    tls: false,
  }],
  ["clusters://[::1]", { form: "cluster", hosts: [{ host: "::1", port: 6379 }], tls: true }],
])("%s is accepted", (url, address) => {
  expect(parseRedisUrl(url)).toMatchObject({ address });
});

test.each<[string, ...RegExp[]]>([
  ["geheim", /must be a URL such as redis:.* sentinel:.* cluster:/],
  ["http://:geheim@h", /must be a URL/],
  ["redis://:geheim@a,b", /must name one host.*sentinel:.*cluster:/],
  ["redis://:geheim@h:99999", /must be a URL/],
  ["sentinel://:geheim@s1,,s2/limits", /must name a host before, between/],
  ["sentinel://:geheim@/limits", /must name a host/],
  ["sentinel://:geheim@s1:0/limits", /NAME:PORT/],
  ["sentinel://:geheim@s1:x/limits", /NAME:PORT/],
  ["sentinel://:geheim@s1,s1:26379/limits", /must name each host once/],
  ["sentinel://:geheim@s1", /must have the name of the master/],
  ["sentinel://:geheim@s1/limits/x", /must have the name of the master/],
  ["sentinel://geheim@s1/limits", /must have a colon before the password/],
  ["sentinel://:geheim%@s1/limits", /percent-encoded/],
  ["sentinel://s1/limits?password=geheim", /no other parameters than sentinelUser and/],
  ["sentinel://s1/limits?sentinelPassword=geheim&sentinelPassword=b", /each parameter once/],
  ["cluster://:geheim@r1/0", /must have no path/],
  ["cluster://r1?tls=geheim", /must have no parameters/],
  // All problems at once.
  ["sentinel://geheim@s1,?db=1", /colon/, /no other parameters/, /a host before/, /name of the/],
])("%s is refused", (url, ...expected) => {
  const parsed = parseRedisUrl(url);
  const problems = "problems" in parsed ? parsed.problems : [];
  expect(problems).toEqual(expected.map((one) => expect.stringMatching(one)));
  expect(problems.join()).not.toContain("geheim");
});

test.each([
  ["redis://:geheim@h:6380", "redis://:****@h:6380"],
  [
    "sentinel://me:geheim@s1,s2:1/limits?sentinelPassword=geheim",
    "sentinel://me:****@s1,s2:1/limits",
  ],
  ["cluster://r1,r2", "cluster://r1,r2"],
  ["geheim", "(not a URL)"],
])("redisUrlText() shows %s without what is secret", (url, shown) => {
  expect(redisUrlText(url)).toBe(shown);
});
