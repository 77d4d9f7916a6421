import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText, nowIn, timeOf } from "../../api/time.ts";
import type { Output } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

/** The name and time zone of the organization. */
export function OrganizationForm() {
  const read = useRead("organization.current");
  return (
    <section className="card">
      <h2>Organization</h2>
      <Loaded read={read} skeleton={<Skeleton rows={3} />}>
        {(organization) => <Fields key={organization.id} organization={organization} />}
      </Loaded>
    </section>
  );
}

function Fields({ organization }: { organization: Output<"organization.current"> }) {
  const [name, setName] = useState(organization.name);
  const [timeZone, setTimeZone] = useState(organization.timeZone);
  const update = useWrite("organization.update", {
    changes: ["organization.current", "session.current", "departments", "appointments"],
  });
  return (
    <Form
      error={update.error}
      fields={["name", "timeZone"]}
      onSubmit={() =>
        update.mutate({ name, timeZone }, { onSuccess: () => toast("Organization saved") })}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} isRequired />
      <TextField
        label="Time zone"
        name="timeZone"
        value={timeZone}
        onChange={setTimeZone}
        isRequired
        description={`${
          clockIn(timeZone)
        } Appointments keep their local time when the time zone changes: 10:00 stays 10:00.`}
      />
      <p className="muted small">
        Organization No. {organization.id}, created {dateText(organization.createdAt)}
      </p>
      <div className="form-actions">
        <Button type="submit" kind="primary" isPending={update.isPending}>Save</Button>
      </div>
    </Form>
  );
}

function clockIn(timeZone: string): string {
  try {
    return `The time there is ${timeOf(nowIn(timeZone))}.`;
  } catch {
    return "Enter a name such as Europe/Berlin.";
  }
}
