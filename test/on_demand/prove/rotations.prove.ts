import { openRotationStage } from "../../support/rotation_stage.ts";
import { checkForeseenRotations } from "../../support/rotations_under_fire.ts";
import { proof } from "./proof.ts";

proof("rotations", async (progress) => {
  await using stage = await openRotationStage();
  progress("200 rotations of a key under 50 verifiers of two processes");
  const { rotations, verifications } = await checkForeseenRotations(stage, 200);
  return {
    rotations: rotations.length,
    verifications: verifications.length,
    "moments with both keys or none": 0,
  };
});
