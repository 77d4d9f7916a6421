import { CopyField } from "../../ui/copy_field.tsx";
import { ShownOnce } from "../../ui/shown_once.tsx";

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
