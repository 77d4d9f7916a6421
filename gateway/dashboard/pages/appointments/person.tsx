import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { client } from "../../api/client.ts";
import { useEnvironment } from "../../api/departments.ts";
import { invalidate, useRead } from "../../api/hooks.ts";
import { useHasRole, useTimeZone } from "../../api/session.tsx";
import { nowIn } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { affectedQueries } from "../../desk/actions.ts";
import { columnsOf } from "./columns.tsx";

const t = texts("appointments");
const tForms = texts("forms");

/**
 * All visits of a person. The address has the id of one of them, because it must not have personal data. The same
 * person is who has the same reference, or without one the same name and phone number.
 */
export function Person() {
  const [environment] = useEnvironment();
  const id = Number(useParams<{ id: string }>().id);
  const read = useRead("appointments.byId", { id, environment });
  return <Loaded read={read}>{(one) => <Visits one={one} />}</Loaded>;
}

function Visits({ one }: { one: Appointment }) {
  const { environment, name, phone, externalUserId } = one;
  const [, go] = useLocation();
  const list = useRead("appointments.list", {
    environment,
    size: 100,
    sort: "dateTime,desc",
    includeArchived: true,
    ...(externalUserId ? { externalUserId } : { search: `${name} ${phone}` }),
  });
  const isSame = (other: Appointment) =>
    externalUserId
      ? other.externalUserId === externalUserId
      : other.name === name && other.phone === phone;
  return (
    <Page title={t("visits.title", { name })} lead={t("visits.lead")}>
      <Loaded read={list}>
        {({ items }) => {
          const visits = items.filter(isSame);
          if (visits.length === 0) return <EmptyState title={t("visits.none")} />;
          return (
            <>
              <Table
                label={t("visits.noun")}
                columns={columnsOf({ isByDay: false })}
                rows={visits}
                keyOf={(visit) => visit.id}
                onOpen={(visit) =>
                  go(
                    `/appointments/${visit.id}${environment === "TEST" ? "?environment=TEST" : ""}`,
                  )}
              />
              <AnonymizeAll visits={visits} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** The button that anonymizes all past or archived visits, one after the other. */
function AnonymizeAll({ visits }: { visits: readonly Appointment[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const isAdmin = useHasRole("ADMIN");
  const now = nowIn(useTimeZone());
  const [, go] = useLocation();
  const erasable = visits.filter(({ dateTime, archivedAt }) => archivedAt || dateTime < now);
  if (!isAdmin || erasable.length === 0) return null;
  const count = erasable.length;

  async function anonymize(): Promise<void> {
    setIsPending(true);
    let done = 0;
    try {
      for (const { id, environment } of erasable) {
        await client.mutation("appointments.erase", { id, environment });
        done += 1;
      }
      toast(t("visits.done", { count }));
      go("/appointments");
    } catch (error) {
      toastError(error);
      if (done > 0) toast(t("visits.failed", { done: String(done), count: String(count) }));
    } finally {
      setIsPending(false);
      setIsAsking(false);
      await invalidate(affectedQueries);
    }
  }
  return (
    <div className="list-foot">
      <Button kind="danger" onPress={() => setIsAsking(true)}>{t("visits.button")}</Button>
      {isAsking && (
        <Dialog
          title={t("visits.confirmTitle")}
          role="alertdialog"
          onClose={() => setIsAsking(false)}
        >
          <div className="dialog-body prose">{t("visits.confirm", { count })}</div>
          <DialogActions>
            <Button autoFocus onPress={() => setIsAsking(false)}>{tForms("cancel")}</Button>
            <Button kind="danger" isPending={isPending} onPress={() => void anonymize()}>
              {t("anonymize.action")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
