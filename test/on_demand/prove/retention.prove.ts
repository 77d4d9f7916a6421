import { checkRetentionKills } from "../../support/retention_kills.ts";
import { proof } from "./proof.ts";

proof(
  "retention",
  (progress) => checkRetentionKills({ appointments: 1000, kills: 50, progress }),
);
