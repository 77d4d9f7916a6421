import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "../../gateway/process/configuration.ts";
import { maxStopMs } from "../../gateway/process/stop_signals.ts";

interface Container {
  image: string;
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  security_opt?: string[];
  privileged?: boolean;
  cap_add?: string[];
  env_file?: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  networks: Record<string, { ipv4_address: string }> | string[];
  ports?: string[];
  stop_grace_period?: string;
  tmpfs: string[];
}

interface Compose {
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { file: string }>;
  configs: Record<string, { file: string }>;
}

const folder = fileURLToPath(new URL("../../gateway/deployment/", import.meta.url));
const text = readFileSync(join(folder, "compose.yaml"), "utf8");
const { services, networks, secrets, configs }: Compose = parse(text, { merge: true });
const all = Object.entries(services);
const ours = all.filter(([, { image }]) => image === "appointment-booking");

test.each(all)(
  "the container %s has no privileges and writes to no file of its image",
  (_, container) => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      user: expect.stringMatching(/^(?!root|0)\w+$/),
    });
    expect(container.privileged ?? container.cap_add).toBeUndefined();
  },
);

test("no secret is in the file or in the clone", () => {
  const variables = all.flatMap(([, { environment }]) => Object.entries(environment ?? {}));
  const secret = variables.filter(([name]) => /PASSWORD|SECRET|KEY|URL/.test(name));
  expect(secret).toEqual([["POSTGRES_PASSWORD_FILE", "/run/secrets/postgres_password"]]);
  const files = [
    ...Object.values(secrets).map(({ file }) => file),
    ...ours.map(([, c]) => c.env_file!),
  ];
  expect(files.filter((file) => !isAbsolute(file))).toEqual([]);
});

test("each container has a health check", () => {
  const image = readFileSync(join(folder, "Dockerfile"), "utf8");
  const checked = ({ healthcheck, image: name }: Container) =>
    healthcheck !== undefined || name === "appointment-booking" && image.includes("HEALTHCHECK");
  expect(all.filter(([, container]) => !checked(container))).toEqual([]);
});

test("the proxy knows the address and port of each of the two services", () => {
  const addresses = ours.map(([, { networks, environment }]) =>
    `${(networks as Record<string, { ipv4_address: string }>)["front"]!.ipv4_address}:${
      environment!["PORT"]
    }`
  );
  const { BOOKING_SERVICE_A: a, BOOKING_SERVICE_B: b } = services["proxy"]!.environment!;
  expect([a, b]).toEqual(addresses);
  expect(Object.values(configs).map(({ file }) => existsSync(join(folder, file)))).toEqual([true]);
});

test("the services have settings that exist, and time for their drain and their stop", () => {
  for (const [, { environment = {}, stop_grace_period: time }] of ours) {
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(Number.parseInt(time!)).toBeGreaterThan(
      Number(environment["SHUTDOWN_DRAIN_SECONDS"]) + maxStopMs / 1000,
    );
  }
});

test("the proxy alone has ports, and Postgres and Redis are in a network that leads nowhere", () => {
  expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(["proxy"]);
  const internal = Object.keys(networks).filter((name) => networks[name]?.internal);
  expect(internal).toEqual(["data"]);
  expect([services["postgres"]!.networks, services["redis"]!.networks]).toEqual([["data"], [
    "data",
  ]]);
});
