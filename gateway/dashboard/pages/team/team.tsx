import { useState } from "react";
import { useDepartments } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useMay, useSession, useTimeZone } from "../../api/session.tsx";
import { dateText, useNow } from "../../api/time.ts";
import type { StaffUser } from "../../api/types.ts";
import { Badge } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Names } from "../../ui/names.tsx";
import { ResourcePage } from "../../ui/resource_page.tsx";
import { type Column, Timestamp } from "../../ui/table.tsx";
import { InviteDialog } from "./role_dialogs.tsx";
import {
  type OneTimePassword,
  PasswordOnce,
  type TeamDialog,
  TeamDialogs,
} from "./team_dialogs.tsx";
import { t } from "./texts.ts";
import { t as ui } from "../../ui/texts.ts";

/** The staff users of the organization. */
export function Team() {
  const mayChange = useMay("setStaffUserRole");
  const { user } = useSession();
  const read = useRead("staff.list");
  const mayLink = useMay("createSsoLink");
  const sso = useRead("sso.provider", undefined, { isEnabled: mayLink }).data;
  const linked = new Set(sso?.linkedStaffUserIds);
  const departments = useDepartments().data ?? [];
  const nameOf = (id: number) => departments.find((one) => one.id === id)?.name ?? String(id);
  const [dialog, setDialog] = useState<TeamDialog | null>(null);
  return (
    <ResourcePage
      title={t("title")}
      lead={t(mayChange ? "lead" : "leadReadOnly")}
      read={read}
      columns={columnsOf({
        mayChange,
        ownId: user.id,
        nameOf,
        open: setDialog,
        // The service refuses to unlink the account of the own session.
        canUnlink: (id) => linked.has(id) && !(user.bySso && id === user.id),
        canLink: mayLink && !!sso?.provider,
        isLinked: (id) => linked.has(id),
      })}
      isDimmed={({ isDisabled }) => isDisabled}
      create={mayChange
        ? {
          label: t("invite"),
          form: (props) => <InviteDialog {...props} />,
          shown: (created: OneTimePassword, onClose) => (
            <PasswordOnce {...created} onClose={onClose} />
          ),
        }
        : undefined}
    >
      <TeamDialogs dialog={dialog} open={setDialog} />
    </ResourcePage>
  );
}

function columnsOf({ mayChange, ownId, nameOf, open, canLink, canUnlink, isLinked }: {
  mayChange: boolean;
  ownId: number;
  nameOf(departmentId: number): string;
  open(dialog: TeamDialog): void;
  canLink: boolean;
  canUnlink(id: number): boolean;
  isLinked(id: number): boolean;
}): readonly Column<StaffUser>[] {
  const actions: Column<StaffUser> = {
    label: t("actions"),
    hidesLabel: true,
    align: "end",
    cell: (person) => (
      <Menu
        label={t("actionsFor", { name: person.name })}
        actions={[
          { label: t("changeRole"), onAction: () => open({ kind: "role", person }) },
          person.id !== ownId && {
            label: t("newPassword"),
            onAction: () => open({ kind: "password", person }),
          },
          person.id !== ownId && person.lastActiveAt !== null && {
            label: t("endSessions"),
            onAction: () => open({ kind: "sessions", person }),
          },
          canLink && !person.isDisabled && {
            label: t("link"),
            onAction: () => open({ kind: "link", person }),
          },
          canUnlink(person.id) && {
            label: t("unlink"),
            onAction: () => open({ kind: "unlink", person }),
          },
          person.isDisabled
            ? { label: t("enable"), onAction: () => open({ kind: "enable", person }) }
            : {
              label: t("disable"),
              isDangerous: true,
              onAction: () => open({ kind: "disable", person }),
            },
        ]}
      >
        <Button kind="quiet" icon="more" aria-label={t("actionsFor", { name: person.name })} />
      </Menu>
    ),
  };
  return [
    {
      label: t("name"),
      cell: ({ id, name, email }) => (
        <>
          <strong>
            <bdi>{name}</bdi>
          </strong>{" "}
          {id === ownId && <span className="muted">{t("you")}</span>}
          <br />
          <span className="muted small anywhere">{email}</span>
        </>
      ),
    },
    { label: t("role"), cell: ({ role }) => ui(`role.${role}`) },
    {
      label: ui("departments.some"),
      isMinor: true,
      cell: ({ departmentIds }) =>
        departmentIds ? <Names names={departmentIds.map(nameOf)} /> : ui("departments.all"),
    },
    {
      label: t("status"),
      isMinor: true,
      cell: (person) => (
        <>
          <State person={person} /> {isLinked(person.id) && <Badge>{t("isLinked")}</Badge>}
        </>
      ),
    },
    {
      label: t("lastActive"),
      isMinor: true,
      cell: ({ lastActiveAt }) => lastActiveAt ? <Timestamp at={lastActiveAt} /> : t("never"),
    },
    ...(mayChange ? [actions] : []),
  ];
}

function State({ person }: { person: StaffUser }) {
  const { isDisabled, mustChangePassword, oneTimePasswordEndsAt: endsAt } = person;
  const now = useNow(useTimeZone());
  if (isDisabled) return <Badge>{t("disabled")}</Badge>;
  if (!mustChangePassword) return <Badge tone="good">{t("active")}</Badge>;
  if (endsAt === null) return <Badge tone="warn">{t("invited")}</Badge>;
  if (endsAt > now) {
    return <Badge tone="warn">{t("invitedUntil", { date: dateText(endsAt) })}</Badge>;
  }
  return (
    <>
      <Badge tone="bad">{t("invitationEnded")}</Badge>
      <br />
      <span className="muted small">{t("resetPassword")}</span>
    </>
  );
}
