import { referenceOf, serviceErrorOf, shortMessageOf } from "../api/errors.ts";
import { useNetwork } from "../api/network.ts";
import { t as api } from "../api/texts.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { t } from "./texts.ts";

interface ErrorBoxProps {
  error: unknown;
  fields?: readonly string[];
}

/** Shows an error in place. Errors of `fields` are left out, because the fields show them. */
export function ErrorBox({ error, fields = [] }: ErrorBoxProps) {
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
        <Reference error={error} />
      </div>
    </div>
  );
}

/** Shows the error of a change. Without a network it says before anything is sent that nothing can be saved. */
export function ChangeErrorBox({ error, fields }: ErrorBoxProps) {
  const { kind } = useNetwork();
  if (error || kind !== "offline") return <ErrorBox error={error} {...(fields && { fields })} />;
  return <p className="notice" role="status">{api("offlineForm")}</p>;
}

/** Replaces content that could not be loaded. */
export function LoadError({ error, isRetrying = false, onRetry }: {
  error: unknown;
  isRetrying?: boolean;
  onRetry(): void;
}) {
  return (
    <div className="empty" role="alert">
      <p className="empty-title">{t("loadingFailed")}</p>
      <p>{shortMessageOf(error)}</p>
      <Reference error={error} />
      <Button isPending={isRetrying} onPress={onRetry}>{t("tryAgain")}</Button>
    </div>
  );
}

/** Shows the id by which an operator finds an error in the log, if the user cannot correct it. */
export function Reference({ error }: { error: unknown }) {
  const id = referenceOf(error);
  if (id === undefined) return null;
  return (
    <div className="small reference">
      {t("reference")}: <code>{id}</code>
    </div>
  );
}
