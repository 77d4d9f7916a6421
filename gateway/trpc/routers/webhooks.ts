import {
  createWebhookWithTestInput,
  idInput,
  listDeliveriesInput,
  recoverSinceInput,
  updateWebhookInput,
} from "../../../core/mod.ts";
import { nothingOf, router, staffMutation, staffQuery } from "../procedures.ts";

/** Webhooks and their deliveries; `id` is an entry's of the log in `retry` and `delivery`, else a webhook's. */
export const webhooksRouter = router({
  list: staffQuery((staff) => staff.listWebhooks),
  create: staffMutation((staff) => staff.createWebhook, createWebhookWithTestInput),
  update: staffMutation((staff) => staff.updateWebhook, updateWebhookInput),
  delete: staffMutation((staff) => nothingOf(staff.deleteWebhook), idInput),
  test: staffMutation((staff) => staff.testWebhook, idInput),
  rotateSecret: staffMutation((staff) => staff.replaceWebhookSecret, idInput),
  logs: staffQuery((staff) => staff.listDeliveries, listDeliveriesInput),
  delivery: staffQuery((staff) => staff.getDelivery, idInput),
  retry: staffMutation((staff) => staff.retryDelivery, idInput),
  recoverSince: staffMutation((staff) => staff.recoverSince, recoverSinceInput),
});
