import { CopyField, ShownOnce } from "../../ui/shown_once.tsx";
import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useWrite } from "../../api/hooks.ts";
import type { Environment, Input } from "../../api/types.ts";
import { CheckboxGroup, TextField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Segments } from "../../ui/segments.tsx";

/** Shows a new key once, with a command that uses it. */
export function KeyOnce({ name, apiKey, onClose }: {
  name: string;
  apiKey: string;
  onClose(): void;
}) {
  const curl = `curl -H "X-API-Key: ${apiKey}" ${location.origin}/api/v1/departments`;
  return (
    <ShownOnce title={`API key “${name}”`} label="API key" value={apiKey} onClose={onClose}>
      <CopyField label="Try it in a terminal" value={curl} isMultiline />
    </ShownOnce>
  );
}

type Scopes = Input<"apiKeys.create">["scopes"];

/** Asks for the settings of a new key. */
export function NewKey({ onClose, onCreated }: {
  onClose(): void;
  onCreated(created: { key: string; name: string }): void;
}) {
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>(useEnvironment()[0]);
  const [scopes, setScopes] = useState(["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"]);
  const [limit, setLimit] = useState("1000");
  const create = useWrite("apiKeys.create", { changes: ["apiKeys.list"] });
  return (
    <FormDialog
      title="New API key"
      fields={["name", "scopes", "rateLimitPerHour"]}
      write={create}
      action="Create key"
      onSubmit={() =>
        create.mutate({
          name,
          environment,
          scopes: scopes as Scopes,
          ...(limit !== "" && { rateLimitPerHour: Number(limit) }),
        }, { onSuccess: onCreated })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        description="Where you will use the key, for example “Website”"
        value={name}
        onChange={setName}
        autoFocus
        isRequired
      />
      <div className="field">
        <span className="label">Environment</span>
        <div>
          <Segments<Environment>
            label="Environment"
            options={[{ value: "LIVE", label: "Live" }, { value: "TEST", label: "Test" }]}
            value={environment}
            onChange={setEnvironment}
          />
        </div>
        <span className="help">
          A test key reads and books only test appointments and uses test credits.
        </span>
      </div>
      <CheckboxGroup
        label="Scopes"
        name="scopes"
        value={scopes}
        onChange={setScopes}
        options={[
          { value: "READ_APPOINTMENTS", label: "Read appointments" },
          { value: "WRITE_APPOINTMENTS", label: "Book and cancel appointments" },
        ]}
      />
      <TextField
        label="Maximum calls per hour"
        name="rateLimitPerHour"
        type="number"
        min={1}
        max={1_000_000}
        value={limit}
        onChange={setLimit}
      />
    </FormDialog>
  );
}
