import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useWrite } from "../../api/hooks.ts";
import { dateTimeText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { affectedQueries } from "../../desk/actions.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choices.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { statusName } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { t } from "./texts.ts";
import { t as tForms } from "../../ui/form_texts.ts";

type Erased = Output<"appointments.erasePerson">;
type Person = Output<"appointments.person">["person"];

/**
 * The button that anonymizes all past and archived visits of a person, and upcoming ones if the user wants that. It then
 * says which ones stay, and why.
 */
export function AnonymizeAll({ id, person, onDone }: {
  id: number;
  /** As the page shows them. */
  person: Person;
  onDone(): void;
}) {
  // The person on the page when the user was asked. It may show another person before the answer.
  const [asked, setAsked] = useState<Person | null>(null);
  const [archive, setArchive] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [result, setResult] = useState<Erased | null>(null);
  const [environment] = useEnvironment();
  const { mutateAsync: erase } = useWrite("appointments.erasePerson", { changes: affectedQueries });

  async function anonymize(from: Person): Promise<void> {
    setIsPending(true);
    let erased = 0;
    try {
      let answer;
      do {
        answer = await erase({ id, environment, from, archive });
        erased += answer.erased;
      } while (answer.hasMore);
      if (answer.kept > 0) return setResult({ ...answer, erased });
      toast(t("visits.done", { count: erased }));
      onDone();
    } catch (error) {
      toastError(error);
      if (erased > 0) toast(t("visits.failed", { count: erased }));
      setAsked(null);
    } finally {
      setIsPending(false);
    }
  }
  if (result) return <Kept result={result} onClose={onDone} />;
  return (
    <>
      <Button kind="danger" onPress={() => setAsked(person)}>{t("visits.button")}</Button>
      {asked && (
        <Dialog
          title={t("visits.confirmTitle")}
          role="alertdialog"
          onClose={() => setAsked(null)}
        >
          <div className="dialog-body prose">
            <p>{t("visits.confirm")}</p>
            <Switch
              label={t("visits.archive")}
              description={t("visits.archiveHelp")}
              isSelected={archive}
              onChange={setArchive}
            />
          </div>
          <DialogActions>
            <Button autoFocus onPress={() => setAsked(null)}>{tForms("cancel")}</Button>
            <Button kind="danger" isPending={isPending} onPress={() => void anonymize(asked)}>
              {t("anonymize.action")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/** Says which visits are not anonymized, and why. */
function Kept({ result: { erased, kept, keptAppointments }, onClose }: {
  result: Erased;
  onClose(): void;
}) {
  const [environment] = useEnvironment();
  const query = environment === "TEST" ? "?environment=TEST" : "";
  const more = kept - keptAppointments.length;
  return (
    <Dialog title={t("visits.keptTitle")} onClose={onClose}>
      <div className="dialog-body prose">
        <p role="status">
          {[t("visits.done", { count: erased }), t("visits.kept", { count: kept })].join(" ")}
        </p>
        <ul>
          {keptAppointments.map(({ id, dateTime, status, reason }) => (
            <li key={id}>
              <a href={`/appointments/${id}${query}`}>{dateTimeText(dateTime)}</a>{" "}
              ({statusName(status)}): {t(`visits.keptBecause.${reason}`)}
            </li>
          ))}
        </ul>
        {more > 0 && <p>{t("visits.keptMore", { count: more })}</p>}
      </div>
      <DialogActions>
        <Button kind="primary" autoFocus onPress={onClose}>{tForms("close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
