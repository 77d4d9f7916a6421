import { expect, test } from "vitest";
import { newKey, openRotationStage } from "../support/rotation_stage.ts";
import { checkForeseenRotations, rotateUnderFire } from "../support/rotations_under_fire.ts";
import { perFile } from "../support/per_file.ts";

const stage = await perFile(openRotationStage());

// 200 of them are `npm run prove -- rotations`.
test("20 rotations under fire: at no moment do both keys work, or neither", async () => {
  const { rotations } = await checkForeseenRotations(stage, 20);
  expect(rotations).toHaveLength(20);
});

test("so it is with those that staff ask for over HTTP, from either process", async () => {
  const { id, key } = await newKey(stage);
  let keyId = id;
  const { rotations } = await rotateUnderFire(stage, {
    first: key,
    times: 10,
    async rotate(i) {
      const path = `/api-keys/${keyId}/rotate`;
      const { browsers } = stage.team;
      const { status, body } = await browsers.OWNER.call("POST", path, { process: i % 2 });
      expect(status).toBe(201);
      keyId = body.id;
      return body.key;
    },
  });
  expect(rotations).toHaveLength(10);
});
