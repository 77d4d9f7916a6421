import { useSession } from "../../api/session.tsx";
import { dayText, timeOf } from "../../api/time.ts";
import type { Visit } from "../../api/types.ts";
import { QrCode } from "../../desk/qr_code.tsx";
import { minutesText } from "../../ui/minutes_text.ts";
import { t } from "./texts.ts";

/** The paper of a person who waits: the number, the department, and a code that leads to the place in the queue. */
export function VisitTicket({ visit, departmentName }: { visit: Visit; departmentName: string }) {
  const { organization } = useSession();
  const { number, arrivedAt, estimatedMinutes, ticket } = visit;
  return (
    <article className="surface row between ticket" aria-label={t("ticket.label")}>
      <div>
        <p className="muted">
          <bdi>{organization.name}</bdi>
        </p>
        <p className="ticket-visit">{number}</p>
        <p className="title">
          <bdi>{departmentName}</bdi>
        </p>
        <p>{t("ticket.arrived", { day: dayText(arrivedAt), time: timeOf(arrivedAt) })}</p>
        {estimatedMinutes !== null && (
          <p>
            {t("ticket.estimate", {
              minutes: estimatedMinutes,
              time: minutesText(estimatedMinutes),
            })}
          </p>
        )}
      </div>
      <div className="list ticket-code">
        <QrCode text={`${location.origin}/ticket/${ticket}`} label={t("ticket.code")} />
        <span>{t("ticket.scan")}</span>
      </div>
    </article>
  );
}
