import {
  createWebhookWithTestInput,
  idInput,
  listDeliveriesInput,
  recoverSinceInput,
  updateWebhookWithTestInput,
} from "../../../core/mod.ts";
import { named, nothingOf, router, staffMutation, staffQuery } from "../procedures.ts";

const updateInput = idInput.extend(updateWebhookWithTestInput.shape);
const logsInput = idInput.extend(listDeliveriesInput.shape);
const recoverInput = idInput.extend(recoverSinceInput.shape);

/** Webhooks and their deliveries; `id` is an entry's of the log in `retry` and `delivery`, else a webhook's. */
export const webhooksRouter = router({
  list: staffQuery((staff) => staff.listWebhooks),
  create: staffMutation((staff) => staff.createWebhook, createWebhookWithTestInput),
  update: staffMutation((staff) => named(staff.updateWebhook, updateInput), updateInput),
  delete: staffMutation((staff) => nothingOf(named(staff.deleteWebhook)), idInput),
  test: staffMutation((staff) => named(staff.testWebhook), idInput),
  rotateSecret: staffMutation((staff) => named(staff.replaceWebhookSecret), idInput),
  logs: staffQuery((staff) => named(staff.listDeliveries, logsInput), logsInput),
  delivery: staffQuery((staff) => named(staff.getDelivery), idInput),
  retry: staffMutation((staff) => named(staff.retryDelivery), idInput),
  recoverSince: staffMutation((staff) => named(staff.recoverSince, recoverInput), recoverInput),
});
