import { serviceErrorOf } from "../api/errors.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { t } from "./texts.ts";

/** Shows an error in place. Errors of `fields` are left out, because the fields show them. */
export function ErrorBox({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (!error) return null;
  const { message, details } = serviceErrorOf(error);
  const others = details.filter(({ field }) => !fields.includes(field));
  if (details.length > 0 && others.length === 0) return null;
  return (
    <div className="fault-box" role="alert">
      <Icon name="warning" />
      <div>
        {others.length === 0 ? message : others.map(({ field, message }) => (
          <div key={field}>
            <strong>{field}</strong> {message}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Replaces content that could not be loaded. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div className="empty" role="alert">
      <p className="empty-title">{t("loadingFailed")}</p>
      <p>{serviceErrorOf(error).message}</p>
      <Button onPress={onRetry}>{t("tryAgain")}</Button>
    </div>
  );
}
