import { useEnvironment } from "../../api/departments.ts";
import { useWrite } from "../../api/hooks.ts";
import { numberText } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { csvOf, save } from "../../ui/export_buttons.tsx";
import { statusName } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { t } from "./texts.ts";

type Exported = Output<"appointments.exportPerson">;
type Row = Exported["appointments"][number];

/** The buttons that download everything that is known of a person. Each download is audited. */
export function DownloadPerson({ id }: { id: number }) {
  const [environment] = useEnvironment();
  const read = useWrite("appointments.exportPerson");
  const download = (format: keyof typeof formats): void =>
    read.mutate({ id, environment }, {
      onSuccess(exported) {
        // The name of the file names nobody: it stays in lists of downloads.
        save(`person-${id}.${format.toLowerCase()}`, formats[format](exported));
        const { length: count } = exported.appointments;
        if (exported.totalElements > count) toast(t("visits.cut", { count: numberText(count) }));
      },
      onError: toastError,
    });
  return (["JSON", "CSV"] as const).map((format) => (
    <Button
      key={format}
      kind="quiet"
      isPending={read.isPending}
      onPress={() => download(format)}
    >
      {t("visits.download", { format })}
    </Button>
  ));
}

const formats = {
  JSON: (exported: Exported) => JSON.stringify(exported, null, 2),
  CSV: ({ appointments }: Exported) => csvOf(columns(), appointments),
};

/** The columns of the CSV file: a line for each appointment. */
function columns() {
  const ofVisits = (field: "arrivedAt" | "calledAt" | "endedAt") => ({ visits }: Row) =>
    visits.flatMap((visit) => visit[field] ?? []).join(" ");
  return [
    { label: t("visits.columns.id"), text: ({ id }: Row) => String(id) },
    { label: t("columns.time"), text: ({ dateTime }: Row) => dateTime },
    { label: t("columns.status"), text: ({ status }: Row) => statusName(status) },
    { label: t("columns.name"), text: ({ name }: Row) => name },
    { label: t("visits.columns.phone"), text: ({ phone }: Row) => phone },
    { label: t("visits.columns.email"), text: ({ email }: Row) => email ?? "" },
    { label: t("visits.columns.language"), text: ({ locale }: Row) => locale ?? "" },
    {
      label: t("visits.columns.metadata"),
      text: ({ metadata }: Row) => metadata ? JSON.stringify(metadata) : "",
    },
    {
      label: t("visits.columns.reference"),
      text: ({ externalUserId }: Row) => externalUserId ?? "",
    },
    { label: t("columns.department"), text: ({ departmentName }: Row) => departmentName },
    { label: t("visits.columns.worker"), text: ({ workerName }: Row) => workerName ?? "" },
    { label: t("visits.columns.note"), text: ({ note }: Row) => note },
    { label: t("visits.columns.reasons"), text: reasonsOf },
    { label: t("visits.columns.created"), text: ({ createdAt }: Row) => createdAt },
    { label: t("visits.columns.archived"), text: ({ archivedAt }: Row) => archivedAt ?? "" },
    {
      label: t("visits.columns.cancelReason"),
      text: ({ cancelReason }: Row) => cancelReason ?? "",
    },
    { label: t("visits.columns.arrived"), text: ofVisits("arrivedAt") },
    { label: t("visits.columns.called"), text: ofVisits("calledAt") },
    { label: t("visits.columns.ended"), text: ofVisits("endedAt") },
    { label: t("visits.columns.code"), text: ({ qrCode }: Row) => qrCode },
  ];
}

function reasonsOf({ history }: Row): string {
  return history.flatMap(({ changes }) => changes)
    .flatMap(({ field, after }) => field === "overrideReason" && after ? String(after) : [])
    .join(" / ");
}
