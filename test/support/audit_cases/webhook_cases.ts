import { type AuditCase, auditCase, booked, type Stage, webhookUrl } from "./audit_case.ts";

const events = ["APPOINTMENT_CREATED", "APPOINTMENT_CANCELLED"] as const;

const newWebhook = async ({ application, caller }: Stage) =>
  (await application.staff.createWebhook(caller, { url: webhookUrl, events })).id;

/** Makes a webhook with an abandoned delivery. Returns its log entry. */
async function abandoned(stage: Stage): Promise<{ id: number; logId: number }> {
  const { application, caller, deliveryQueue, pass } = stage;
  const id = await newWebhook(stage);
  await booked(stage);
  pass({ hours: 25 });
  await deliveryQueue.abandonOverdue();
  pass({ hours: -25 });
  const { items: [entry] } = await application.staff.listDeliveries(caller, { id });
  return { id, logId: entry!.id };
}

/** Changes of webhooks, and of e-mail. */
export const webhookCases: AuditCase[] = [
  auditCase({
    useCase: "staff.updateEmail",
    act: ({ application, caller }) =>
      application.staff.updateEmail(caller, {
        senderName: "Town hall",
        replyTo: "desk@clinic.example",
        texts: { REMINDER: { de: { subject: "Bald", text: "Bis {date}" } } },
      }),
    leaves: ({ organizationId }) => ({
      action: "organization.email_changed",
      subjectId: organizationId,
      subjectName: "Clinic",
      changes: [
        { field: "senderName", before: null, after: "Town hall" },
        { field: "replyTo", before: null, after: "desk@clinic.example" },
        { field: "texts" },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.createWebhook",
    act: ({ application, caller }) =>
      application.staff.createWebhook(caller, { url: webhookUrl, events, includeTest: true }),
    leaves: (_, { result: { id } }) => ({
      action: "webhook.created",
      subjectId: id,
      subjectName: webhookUrl,
      changes: [
        { field: "events", before: null, after: events },
        { field: "includeTest", before: null, after: true },
        { field: "includeContact", before: null, after: false },
      ],
    }),
  }),
  auditCase({
    useCase: "staff.updateWebhook",
    given: newWebhook,
    act: ({ application, caller }, id) =>
      application.staff.updateWebhook(caller, {
        id,
        url: `${webhookUrl}/2`,
        events: [events[0]],
        isActive: false,
        includeTest: true,
      }),
    leaves: (_, { given }) => ({
      action: "webhook.updated",
      subjectId: given,
      subjectName: `${webhookUrl}/2`,
      changes: [
        { field: "url", before: webhookUrl, after: `${webhookUrl}/2` },
        { field: "events", before: events, after: [events[0]] },
        { field: "isActive", before: true, after: false },
        { field: "includeTest", before: false, after: true },
      ],
    }),
  }),
  ...([
    ["deleteWebhook", "webhook.deleted"],
    ["replaceWebhookSecret", "webhook.secret_replaced"],
    ["testWebhook", "webhook.tested"],
  ] as const).map(([useCase, action]) =>
    auditCase({
      useCase: `staff.${useCase}`,
      given: newWebhook,
      act: ({ application, caller }, id): Promise<unknown> =>
        application.staff[useCase](caller, { id }),
      leaves: (_, { given }) => ({ action, subjectId: given, subjectName: webhookUrl }),
    })
  ),
  auditCase({
    useCase: "staff.retryDelivery",
    given: abandoned,
    act: ({ application, caller }, { logId }) =>
      application.staff.retryDelivery(caller, { id: logId }),
    leaves: (_, { given: { id, logId }, result }) => ({
      action: "webhook.delivery_retried",
      subjectId: id,
      subjectName: webhookUrl,
      changes: [{ field: "logId", before: logId, after: result.id }],
    }),
  }),
  auditCase({
    useCase: "staff.recoverSince",
    given: abandoned,
    act: ({ application, caller }, { id }) =>
      application.staff.recoverSince(caller, { id, since: "2026-03-01" }),
    leaves: (_, { given }) => ({
      action: "webhook.recovered",
      subjectId: given.id,
      subjectName: webhookUrl,
      changes: [
        { field: "since", after: "2026-03-01T00:00:00" },
        { field: "deliveries", after: 1 },
      ],
    }),
  }),
];
