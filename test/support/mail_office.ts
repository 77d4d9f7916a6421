import { emailKinds, mailDelaySeconds } from "../../core/ports.ts";
import type { SMTPServerOptions } from "smtp-server";
import { createMailer } from "../../gateway/email/mod.ts";
import { freshDatabase } from "./fresh_database.ts";
import { startMailServer } from "./mail_server.ts";
import { openService, seedOrganization } from "./seeded.ts";
import { staffOf } from "./staff_callers.ts";

/** A department that sends mails by a real mail server. The time is noon UTC of 1 May 2040, 14:00 in Berlin. */
export async function openMailOffice(
  { kinds = emailKinds, maxAnswerMs, ...options }:
    & { kinds?: typeof emailKinds; maxAnswerMs?: number }
    & SMTPServerOptions = {},
) {
  await using opened = new AsyncDisposableStack();
  const url = await freshDatabase();
  const server = opened.use(await startMailServer(options));
  const service = opened.use(
    await openService(url, { mailer: createMailer(server.settings, { maxAnswerMs }) }),
  );
  const { application, persistence: { deliveryQueue } } = service;
  const { staff } = application;
  const timeZone = "Europe/Berlin";
  let now = Temporal.Instant.from("2040-05-01T12:00:00Z");
  service.setNow(now.toString());
  const seeded = await seedOrganization(service, { timeZone, slotInterval: 30, slotCapacity: 50 });
  const caller = staffOf(seeded.organizationId, { role: "ADMIN", timeZone });
  const { departmentId } = seeded;
  if (kinds.length > 0) await staff.updateEmail(caller, { kinds });
  const everything = opened.move();
  const pass = (duration: Temporal.DurationLike) => {
    now = now.add(duration);
    service.setNow(now.toString());
  };
  return {
    url,
    service,
    server,
    staff,
    caller,
    seeded,
    pass,
    /** Books an appointment at noon of 3 May 2040, unless `more` says otherwise. Returns its id. */
    book: async (more: object = {}) => {
      const fields = {
        departmentId,
        dateTime: "2040-05-03T12:00",
        name: "Ada Lovelace",
        email: "ada@example.org",
        environment: "LIVE",
        ...more,
      };
      return (await staff.createAppointment(caller, fields)).id;
    },
    /** Makes all attempts that are due when the delay of the mails of changes is over. Returns their results. */
    work: async () => {
      pass({ seconds: mailDelaySeconds });
      const results = [];
      for (let i = 0; i < 50; i += 1) {
        const claimed = await deliveryQueue.claim(20, "EMAIL");
        if (claimed.length === 0) break;
        const settled = await Promise.all(claimed.map((one) => application.attemptDelivery(one)));
        await deliveryQueue.settle(settled);
        results.push(...settled.map(({ result }) => result));
      }
      return results;
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** The office of `openMailOffice`. */
export type MailOffice = Awaited<ReturnType<typeof openMailOffice>>;
