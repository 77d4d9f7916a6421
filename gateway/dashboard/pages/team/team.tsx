import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { roleNames, useHasRole, useSession } from "../../api/session.tsx";
import type { StaffUser } from "../../api/types.ts";
import { Badge, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { type TeamDialog, TeamDialogs } from "./team_dialogs.tsx";

/** The staff users of the organization. */
export function Team() {
  const isOwner = useHasRole("OWNER");
  const { user } = useSession();
  const read = useRead("staff.list");
  const [dialog, setDialog] = useState<TeamDialog | null>(null);
  return (
    <Page
      title="Team"
      lead={isOwner
        ? "People who can sign in, and their roles"
        : "Only owners can invite and change staff users"}
      actions={isOwner && (
        <Button
          kind="primary"
          icon="plus"
          onPress={() => setDialog({ kind: "invite" })}
        >
          Invite
        </Button>
      )}
    >
      <Loaded read={read}>
        {(people) => (
          <Table
            label="Team"
            columns={columnsOf({ isOwner, ownId: user.id, open: setDialog })}
            rows={people}
            keyOf={({ id }) => id}
            isDimmed={({ isDisabled }) => isDisabled}
          />
        )}
      </Loaded>
      <TeamDialogs dialog={dialog} open={setDialog} />
    </Page>
  );
}

function columnsOf({ isOwner, ownId, open }: {
  isOwner: boolean;
  ownId: number;
  open(dialog: TeamDialog): void;
}): readonly Column<StaffUser>[] {
  const actions: Column<StaffUser> = {
    label: "Actions",
    hidesLabel: true,
    align: "end",
    cell: (person) => (
      <Menu
        label={`Actions for ${person.name}`}
        actions={[
          { label: "Change role …", onAction: () => open({ kind: "role", person }) },
          person.id !== ownId && {
            label: "New one-time password …",
            onAction: () => open({ kind: "password", person }),
          },
          person.isDisabled
            ? { label: "Enable …", onAction: () => open({ kind: "enable", person }) }
            : {
              label: "Disable …",
              isDangerous: true,
              onAction: () => open({ kind: "disable", person }),
            },
        ]}
      >
        <Button kind="quiet" icon="more" aria-label={`Actions for ${person.name}`} />
      </Menu>
    ),
  };
  return [
    {
      label: "Name",
      cell: ({ id, name, email }) => (
        <>
          <strong>{name}</strong> {id === ownId && <span className="muted">(you)</span>}
          <br />
          <span className="muted small url">{email}</span>
        </>
      ),
    },
    { label: "Role", cell: ({ role }) => roleNames[role] },
    { label: "Status", isMinor: true, cell: stateOf },
    {
      label: "Last active",
      isMinor: true,
      cell: ({ lastActiveAt }) => lastActiveAt ? <Timestamp at={lastActiveAt} /> : "Never",
    },
    ...(isOwner ? [actions] : []),
  ];
}

function stateOf({ isDisabled, mustChangePassword }: StaffUser) {
  if (isDisabled) return <Badge>Disabled</Badge>;
  if (mustChangePassword) return <Badge tone="warn">One-time password</Badge>;
  return <Badge tone="good">Active</Badge>;
}
