import { refusalOf } from "../api/errors.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";

/** What went wrong, said where it matters; faults of fields that are shown elsewhere are left out. */
export function Fault({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (!error) return null;
  const { message, details } = refusalOf(error);
  const others = details.filter(({ field }) => !fields.includes(field));
  if (details.length > 0 && others.length === 0) return null;
  return (
    <div className="fault-box" role="alert">
      <Icon name="warning" />
      <div>
        {others.length === 0 ? message : others.map((fault) => (
          <div key={fault.field}>
            <strong>{fault.field}</strong> {fault.message}
          </div>
        ))}
      </div>
    </div>
  );
}

/** In place of what could not be read. */
export function ReadFault({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div className="empty" role="alert">
      <p className="empty-title">This could not be loaded</p>
      <p>{refusalOf(error).message}</p>
      <Button onPress={onRetry}>Try again</Button>
    </div>
  );
}
