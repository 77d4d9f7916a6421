import { CopyField, ShownOnce } from "../../ui/shown_once.tsx";
import { useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useWrite } from "../../api/hooks.ts";
import type { Environment, Input } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { CheckboxGroup, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/form.tsx";
import { Segments } from "../../ui/segments.tsx";

/** A new key with a line that uses it. */
export function KeyOnce({ name, apiKey, onClose }: {
  name: string;
  apiKey: string;
  onClose(): void;
}) {
  const curl = `curl -H "X-API-Key: ${apiKey}" ${location.origin}/api/v1/departments`;
  return (
    <ShownOnce title={`The key of “${name}”`} label="API key" value={apiKey} onClose={onClose}>
      <CopyField label="Try it in a terminal" value={curl} isMultiline />
    </ShownOnce>
  );
}

type Scopes = Input<"apiKeys.create">["scopes"];

/** Asks what a new key is for. */
export function NewKey({ onClose, onMade }: {
  onClose(): void;
  onMade(made: { key: string; name: string }): void;
}) {
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>(useEnvironment()[0]);
  const [scopes, setScopes] = useState(["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"]);
  const [limit, setLimit] = useState("1000");
  const create = useWrite("apiKeys.create", { changes: ["apiKeys.list"] });
  return (
    <Dialog title="New API key" onClose={onClose}>
      <Form
        className="dialog-form"
        error={create.error}
        fields={["name", "scopes", "rateLimitPerHour"]}
        onSubmit={() =>
          create.mutate({
            name,
            environment,
            scopes: scopes as Scopes,
            ...(limit !== "" && { rateLimitPerHour: Number(limit) }),
          }, { onSuccess: onMade })}
      >
        <div className="dialog-body">
          <TextField
            label="Name"
            name="name"
            description="Where it will be used, as “Website”"
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
              A test key sees and books test appointments only, and takes test credits.
            </span>
          </div>
          <CheckboxGroup
            label="It may"
            name="scopes"
            value={scopes}
            onChange={setScopes}
            options={[
              { value: "READ_APPOINTMENTS", label: "Read appointments" },
              { value: "WRITE_APPOINTMENTS", label: "Book and cancel appointments" },
            ]}
          />
          <TextField
            label="Calls an hour at most"
            name="rateLimitPerHour"
            type="number"
            min={1}
            max={1_000_000}
            value={limit}
            onChange={setLimit}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Discard</Button>
          <Button type="submit" kind="primary" isPending={create.isPending}>Make key</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
