import { useState } from "react";
import { useDepartments, useEnvironment } from "../../api/departments.ts";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText } from "../../api/time.ts";
import type { CreatedScreen, Screen } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { ResourcePage } from "../../ui/resource_page.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";
import { Names } from "../../ui/names.tsx";
import { Badge } from "../../ui/states.tsx";
import { type Column, Timestamp } from "../../ui/table.tsx";
import { EndWaiting } from "./end_waiting.tsx";
import { NewScreen } from "./new_screen.tsx";
import { t as ui } from "../../ui/texts.ts";
import { t } from "./texts.ts";

/** The displays and kiosks of the waiting room, and calendar feeds. */
export function Screens() {
  const read = useRead("screens.list");
  const departments = useDepartments().data ?? [];
  const [environment] = useEnvironment();
  const revoke = useWrite("screens.revoke", { changes: ["screens.list"] });
  const [revoked, setRevoked] = useState<Screen | null>(null);
  const [emptied, setEmptied] = useState<Screen | null>(null);
  const nameOf = (id: number) => departments.find((one) => one.id === id)?.name ?? String(id);
  return (
    <ResourcePage
      title={t("title")}
      lead={t("lead")}
      read={read}
      columns={columnsOf({ nameOf, revoke: setRevoked, empty: setEmptied })}
      isDimmed={({ isRevoked }) => isRevoked}
      empty={{ title: t("none"), help: t("noneHelp") }}
      create={{
        label: t("create"),
        form: (props) => <NewScreen environment={environment} {...props} />,
        shown: ({ kind, token }: CreatedScreen, onClose) => (
          <ShownOnce
            title={t("createdTitle")}
            label={t("address")}
            value={addressOf(kind, token)}
            onClose={onClose}
          >
            <p className="muted">
              {t(kind === "CALENDAR" ? "feedAddressHelp" : "addressHelp")}
            </p>
          </ShownOnce>
        ),
      }}
    >
      {revoked && (
        <Confirm
          title={t("revokeTitle", { name: revoked.name })}
          action={t("revoke")}
          write={revoke}
          input={{ id: revoked.id }}
          onClose={() => setRevoked(null)}
        >
          <p>{t("revokeHelp")}</p>
          {revoked.givesTickets && <p>{t("revokeKioskHelp")}</p>}
        </Confirm>
      )}
      {emptied && <EndWaiting screen={emptied} onClose={() => setEmptied(null)} />}
    </ResourcePage>
  );
}

function addressOf(kind: Screen["kind"], token: string): string {
  return kind === "CALENDAR"
    ? `${location.origin}/feeds/${token}.ics`
    : `${location.origin}/${kind.toLowerCase()}/${token}`;
}

function columnsOf({ nameOf, revoke, empty }: {
  nameOf(id: number): string;
  revoke(screen: Screen): void;
  empty(screen: Screen): void;
}): readonly Column<Screen>[] {
  return [
    {
      label: t("name"),
      cell: ({ name }) => (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      ),
    },
    {
      label: t("kind"),
      cell: ({ kind, environment }) => (
        <>
          {t(`kinds.${kind}`)} {environment === "TEST" && <Badge>{t("testData")}</Badge>}
        </>
      ),
    },
    {
      label: ui("departments.some"),
      isMinor: true,
      cell: ({ departmentIds }) =>
        departmentIds ? <Names names={departmentIds.map(nameOf)} /> : ui("departments.all"),
    },
    {
      label: t("created"),
      isTight: true,
      isMinor: true,
      cell: ({ createdAt }) => dateText(createdAt),
    },
    {
      label: t("ends"),
      isTight: true,
      isMinor: true,
      cell: ({ expiresAt }) => expiresAt ? dateText(expiresAt) : t("never"),
    },
    {
      label: t("lastUsed"),
      isMinor: true,
      cell: ({ lastUsedAt }) => lastUsedAt ? <Timestamp at={lastUsedAt} /> : t("never"),
    },
    {
      label: t("actions"),
      hidesLabel: true,
      align: "end",
      cell: (screen) => (
        <>
          {screen.givesTickets && (
            <Button kind="quiet" onPress={() => empty(screen)}>{t("endMenu")}</Button>
          )}
          {screen.isRevoked
            ? <Badge>{t("revoked")}</Badge>
            : <Button kind="quiet" onPress={() => revoke(screen)}>{t("revokeMenu")}</Button>}
        </>
      ),
    },
  ];
}
