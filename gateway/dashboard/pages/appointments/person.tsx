import { useLocation, useParams } from "wouter";
import { useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useMay } from "../../api/session.tsx";
import { useFilters } from "../../ui/hooks.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { Pager, Table } from "../../ui/table.tsx";
import { AnonymizeAll } from "./anonymize_all.tsx";
import { columnsOf } from "./columns.tsx";
import { DownloadPerson } from "./download_person.tsx";
import { HoldPerson } from "./hold_person.tsx";
import { t } from "./texts.ts";

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
  const mayErase = useMay("erasePerson");
  const mayHold = useMay("placeLegalHold");
  const mayExport = useMay("exportPerson");
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
          <div className="row">
            <Pager
              page={position}
              noun={t("visits.noun")}
              onPage={(next) => set({ page: String(next || "") })}
            />
            {mayExport && <DownloadPerson id={id} />}
            {mayHold && <HoldPerson id={id} person={person} />}
            {mayErase && (
              <AnonymizeAll
                id={id}
                person={person}
                onDone={() => go(`/appointments${query}`)}
              />
            )}
          </div>
        </Page>
      )}
    </Loaded>
  );
}
