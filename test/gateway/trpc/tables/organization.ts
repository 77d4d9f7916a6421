import type { TestsOf } from "./procedure_test.ts";

const organization = {
  id: 1,
  name: "Harbour Clinic",
  timeZone: "Europe/Oslo",
  createdAt: "2026-03-01T09:00:00",
};

export const organizationTests: TestsOf<"organization"> = {
  current: { role: "STAFF", output: organization },
  update: {
    role: "ADMIN",
    input: () => ({ name: " Hill Clinic ", timeZone: "asia/tokyo" }),
    output: {
      ...organization,
      name: "Hill Clinic",
      timeZone: "Asia/Tokyo",
      createdAt: "2026-03-01T17:00:00",
    },
    faults: [
      [undefined, ["body"]],
      [{ name: " ", timeZone: "+01:00" }, ["name", "timeZone"]],
      [{ name: 1, timeZone: "Mars/Olympus" }, ["name", "timeZone"]],
    ],
  },
};
