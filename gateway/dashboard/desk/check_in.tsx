import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client } from "../api/client.ts";
import { useEnvironment } from "../api/departments.ts";
import { hasErrorCode, serviceErrorOf } from "../api/errors.ts";
import { useMay, useTimeZone } from "../api/session.tsx";
import { dateOf, longDayText, nowIn, timeOf } from "../api/time.ts";
import type { Appointment, Environment, Output } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { ChangeErrorBox, Reference } from "../ui/error_box.tsx";
import { learnLayout, scanner } from "../ui/keys/scanner.ts";
import { minutesText } from "../ui/minutes_text.ts";
import { EnvironmentBadge, Skeleton, StatusBadge } from "../ui/states.tsx";
import { toastConflict, useCheckIn } from "./actions.ts";
import { allowedActions } from "./allowed_actions.ts";
import { earlyMinutes, lateMinutes } from "./lateness.ts";
import { t } from "./texts.ts";

/** Shows the appointment of a short number, or of a scanned code, which may have several readings. Enter checks it in. */
export function CheckInDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [environment] = useEnvironment();
  const result = useQuery({
    queryKey: ["appointments.byQrCode", codes, environment],
    queryFn: ({ signal }) => findByCodes(codes, { environment, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const isUnknown = result.isError && hasErrorCode(result.error, "APPOINTMENT_NOT_FOUND");
  return (
    <Dialog title={t("checkIn.title")} onClose={onClose}>
      {result.isError
        ? (
          <>
            <div className="dialog-body" role="alert">
              {isUnknown
                ? (
                  <>
                    <p className="large">{t("checkIn.notFound")}</p>
                    <p>{t("checkIn.notFoundHelp")}</p>
                    <code className="surface copy-value">{codes[0]}</code>
                  </>
                )
                : (
                  <>
                    <p>{serviceErrorOf(result.error).message}</p>
                    <Reference error={result.error} />
                  </>
                )}
            </div>
            <DialogActions>
              {!isUnknown && (
                <Button onPress={() => void result.refetch()}>{t("checkIn.again")}</Button>
              )}
              <Button kind="primary" autoFocus onPress={onClose}>{t("close")}</Button>
            </DialogActions>
          </>
        )
        : result.data
        ? <CodeFound appointment={result.data} onClose={onClose} />
        : (
          <div className="dialog-body">
            <Skeleton rows={3} />
          </div>
        )}
    </Dialog>
  );
}

/** Returns the appointment of the first reading that exists. Learns from it whether the keyboard layouts differ. */
async function findByCodes(
  codes: readonly string[],
  { environment, signal }: { environment: Environment; signal: AbortSignal },
): Promise<Output<"appointments.byQrCode">> {
  const find = (qrCode: string) =>
    client.query("appointments.byQrCode", { qrCode, environment }, { signal }) as Promise<
      Output<"appointments.byQrCode">
    >;
  const [code, other] = codes;
  try {
    return await find(code!);
  } catch (error) {
    if (!other || !hasErrorCode(error, "APPOINTMENT_NOT_FOUND")) throw error;
    const found = await find(other);
    learnLayout(scanner.get().layout === "direct" ? "swapped" : "direct");
    return found;
  }
}

function CodeFound({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const { environment, name, dateTime, departmentName, workerName, status } = appointment;
  const now = nowIn(useTimeZone());
  const { checkIn, isPending, error } = useCheckIn();
  const mayCheckIn = useMay("completeAppointment");
  const hasStatus = allowedActions(appointment).complete;
  const isAllowed = mayCheckIn && hasStatus;
  const late = lateMinutes(dateTime, now);
  const early = earlyMinutes(dateTime, now);
  // The next scan may replace this person before the answer comes.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  function begin(): void {
    checkIn(appointment).then((outcome) => {
      // The question has replaced this dialog.
      if (isShown.current && outcome === "done") onClose();
    }, (error: unknown) => {
      // While the person is shown, the dialog shows the error. A closed dialog has shown that it stopped the request.
      if (isShown.current || serviceErrorOf(error).code === "STOPPED") return;
      void toastConflict(error, appointment, begin);
    });
  }
  return (
    <>
      <div className="dialog-body" role="status">
        <p className="large">
          <bdi>{name}</bdi>
        </p>
        <p>
          {timeOf(dateTime)} · <bdi>{departmentName}</bdi>
          {workerName && (
            <>
              {" · "}
              <bdi>{workerName}</bdi>
            </>
          )}
        </p>
        <p className="row">
          <StatusBadge status={status} isArchived={appointment.archivedAt !== undefined} />
          {environment === "TEST" && <EnvironmentBadge environment={environment} />}
          {isAllowed && late > 0 && (
            <strong>{t("checkIn.late", { late: minutesText(late) })}</strong>
          )}
          {isAllowed && early > 0 && (
            <span className="muted">{t("checkIn.early", { early: minutesText(early) })}</span>
          )}
        </p>
        {dateOf(dateTime) !== dateOf(now) && (
          <p className="notice">
            {t.rich("checkIn.otherDay", { day: longDayText(dateTime), strong })}
          </p>
        )}
        {!hasStatus && (
          <p className="notice">
            {t(`checkIn.notAllowed.${appointment.archivedAt ? "ARCHIVED" : status}`)}
          </p>
        )}
        <ChangeErrorBox error={error} />
      </div>
      <DialogActions>
        <Button onPress={onClose} autoFocus={!isAllowed}>
          {isAllowed ? t("cancel") : t("close")}
        </Button>
        {isAllowed && (
          <Button
            kind="primary"
            autoFocus
            shortcut="↵"
            isPending={isPending}
            onPress={begin}
          >
            {t("checkIn.action")}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const strong = (chunks: React.ReactNode) => <strong>{chunks}</strong>;
