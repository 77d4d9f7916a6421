import { serviceErrorOf } from "../../api/errors.ts";
import { LoadError } from "../../ui/error_box.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { t } from "./texts.ts";

/** Says why a report was not made, and what to do. */
export function Refusal({ error, isRetrying, onRetry }: {
  error: unknown;
  isRetrying: boolean;
  onRetry(): void;
}) {
  const { code, details } = serviceErrorOf(error);
  const isTooLarge = code === "QUERY_TOO_COSTLY" ||
    details.some(({ field }) => field === "groupBy");
  if (isTooLarge) {
    return (
      <EmptyState title={t("tooLarge")}>
        <p className="narrow">{t("tooLargeHelp")}</p>
      </EmptyState>
    );
  }
  if (code !== "QUERY_TIMEOUT") {
    return <LoadError error={error} isRetrying={isRetrying} onRetry={onRetry} />;
  }
  return (
    <EmptyState title={t("tooSlow")}>
      <p className="narrow">{t("tooSlowHelp")}</p>
      <Button isPending={isRetrying} onPress={onRetry}>{t("run")}</Button>
    </EmptyState>
  );
}
