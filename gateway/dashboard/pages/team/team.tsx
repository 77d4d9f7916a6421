import { useState } from "react";
import { useRead } from "../../api/hooks.ts";
import { useMay, useSession } from "../../api/session.tsx";
import type { Role, StaffUser } from "../../api/types.ts";
import { Badge, Loaded } from "../../ui/states.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Moment } from "../../ui/shown_once.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { type TeamQuestion, TeamQuestions } from "./team_questions.tsx";

/** What each role is called. */
export const roleWords: Record<Role, string> = {
  OWNER: "Owner",
  ADMIN: "Administrator",
  STAFF: "Front desk",
};

/** Who signs in for the organization. */
export function Team() {
  const isOwner = useMay("OWNER");
  const { user } = useSession();
  const read = useRead("staff.list");
  const [question, setQuestion] = useState<TeamQuestion | null>(null);
  return (
    <Page
      title="Team"
      lead={isOwner ? "Who signs in, and as what" : "Owners may invite and change people"}
      actions={isOwner && (
        <Button
          kind="primary"
          icon="plus"
          onPress={() => setQuestion({ kind: "invite" })}
        >
          Invite
        </Button>
      )}
    >
      <Loaded read={read}>
        {(people) => (
          <Table
            label="Team"
            columns={columnsOf({ isOwner, ownId: user.id, ask: setQuestion })}
            rows={people}
            keyOf={({ id }) => id}
            isDimmed={({ isDisabled }) => isDisabled}
          />
        )}
      </Loaded>
      <TeamQuestions question={question} ask={setQuestion} />
    </Page>
  );
}

function columnsOf({ isOwner, ownId, ask }: {
  isOwner: boolean;
  ownId: number;
  ask(question: TeamQuestion): void;
}): readonly Column<StaffUser>[] {
  const actions: Column<StaffUser> = {
    label: "Actions",
    hidesLabel: true,
    align: "end",
    cell: (person) => (
      <Menu
        label={`Actions on ${person.name}`}
        actions={[
          { label: "Change role …", onAction: () => ask({ kind: "role", person }) },
          person.id !== ownId && {
            label: "New one-time password …",
            onAction: () => ask({ kind: "password", person }),
          },
          person.isDisabled
            ? { label: "Let in again", onAction: () => ask({ kind: "enable", person }) }
            : {
              label: "Disable …",
              isDangerous: true,
              onAction: () => ask({ kind: "disable", person }),
            },
        ]}
      >
        <Button kind="quiet" icon="more" aria-label={`Actions on ${person.name}`} />
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
    { label: "Role", cell: ({ role }) => roleWords[role] },
    { label: "State", isMinor: true, cell: stateOf },
    {
      label: "Last here",
      isMinor: true,
      cell: ({ lastActiveAt }) => lastActiveAt ? <Moment at={lastActiveAt} /> : "Never",
    },
    ...(isOwner ? [actions] : []),
  ];
}

function stateOf({ isDisabled, mustChangePassword }: StaffUser) {
  if (isDisabled) return <Badge>Disabled</Badge>;
  if (mustChangePassword) return <Badge tone="warn">Has a one-time password</Badge>;
  return <Badge tone="good">Active</Badge>;
}
