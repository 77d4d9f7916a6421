import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { useEnvironment } from "../../api/departments.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import { useHasRole } from "../../api/session.tsx";
import { pageTexts } from "../../messages/page_texts.ts";
import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { Pager, Table } from "../../ui/table.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { affectedQueries } from "../../desk/actions.ts";
import { columnsOf } from "./columns.tsx";

const t = pageTexts("appointments");
const tForms = texts("forms");
const size = 50;

/** All visits of a person. The address has the id of one of them, because it must not have personal data. */
export function Person() {
  const [environment] = useEnvironment();
  const id = Number(useParams<{ id: string }>().id);
  const [, go] = useLocation();
  const { get, set } = useFilters();
  const page = Number(get("page")) || 0;
  const read = useRead("appointments.person", { id, environment, page, size }, {
    keepsPrevious: true,
  });
  const isAdmin = useHasRole("ADMIN");
  const query = environment === "TEST" ? "?environment=TEST" : "";
  return (
    <Loaded read={read}>
      {({ person, items, ...position }) => (
        <Page title={t("visits.title", { name: person.name })} lead={t("visits.lead")}>
          <Table
            label={t("visits.noun")}
            columns={columnsOf({ isByDay: false })}
            rows={items}
            keyOf={(visit) =>
              visit.id}
            onOpen={(visit) =>
              go(`/appointments/${visit.id}${query}`)}
          />
          <div className="list-foot">
            <Pager
              page={position}
              noun={t("visits.noun")}
              onPage={(next) => set({ page: String(next || "") })}
            />
            {isAdmin && <AnonymizeAll id={id} onDone={() => go(`/appointments${query}`)} />}
          </div>
        </Page>
      )}
    </Loaded>
  );
}

/** The button that anonymizes all past and archived visits. */
function AnonymizeAll({ id, onDone }: { id: number; onDone(): void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [environment] = useEnvironment();
  const { mutateAsync: erase } = useWrite("appointments.erasePerson", { changes: affectedQueries });

  async function anonymize(): Promise<void> {
    setIsPending(true);
    let erased = 0;
    try {
      let answer;
      do {
        answer = await erase({ id, environment });
        erased += answer.erased;
      } while (answer.hasMore);
      toast(
        [t("visits.done", { count: erased }), t("visits.kept", { count: answer.kept })]
          .join(" ").trim(),
      );
      onDone();
    } catch (error) {
      toastError(error);
      if (erased > 0) toast(t("visits.failed", { count: erased }));
      setIsAsking(false);
    } finally {
      setIsPending(false);
    }
  }
  return (
    <>
      <Button kind="danger" onPress={() => setIsAsking(true)}>{t("visits.button")}</Button>
      {isAsking && (
        <Dialog
          title={t("visits.confirmTitle")}
          role="alertdialog"
          onClose={() => setIsAsking(false)}
        >
          <div className="dialog-body prose">{t("visits.confirm")}</div>
          <DialogActions>
            <Button autoFocus onPress={() => setIsAsking(false)}>{tForms("cancel")}</Button>
            <Button kind="danger" isPending={isPending} onPress={() => void anonymize()}>
              {t("anonymize.action")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
