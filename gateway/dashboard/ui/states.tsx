import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadError } from "./error_box.tsx";
import { useReadError } from "../api/hooks.ts";
import { useNetwork } from "../api/network.ts";
import { t as tApi } from "../api/texts.ts";
import type { AppointmentStatus, Environment } from "../api/types.ts";
import { t } from "./texts.ts";

/** Replaces a list that has no rows. */
export function EmptyState({ title, isPage, children }: {
  title: string;
  /** Whether it replaces the whole page; the title is then the heading of the page. */
  isPage?: boolean;
  children?: ReactNode;
}) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="empty">
      <Title className="empty-title">{title}</Title>
      {children}
    </div>
  );
}

/**
 * Placeholder bars with the height of the rows, so that nothing moves when the rows arrive. Without a connection it says
 * so, because nothing is loading.
 */
export function Skeleton({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  const missing = useMissingConnection();
  if (missing !== null) return <p className="empty" role="status">{missing}</p>;
  return (
    <div className="list skeleton" role="status" aria-label={t("loading")}>
      {Array.from(
        { length: rows },
        (_, i) => <div key={i} data-height={height} className="skeleton-row" />,
      )}
    </div>
  );
}

/** Returns what stands in place of "Loading" while there is no connection; null while there is one. */
export function useMissingConnection(): string | null {
  return useNetwork().kind === "online" ? null : tApi("notConnected");
}

/** Shows the data of a query, or the error, or a skeleton. The old data stay visible if a poll fails. */
export function Loaded<T>(
  { read, skeleton = <Skeleton />, children }: {
    read: UseQueryResult<T>;
    skeleton?: ReactNode;
    children(data: T): ReactNode;
  },
) {
  const error = useReadError(read);
  // While a read that failed is repeated, the data of another filter would be in its place.
  const hasOwnData = read.data !== undefined && !(read.isPlaceholderData && error !== null);
  if (hasOwnData) return children(read.data!);
  if (error === null) return skeleton;
  return (
    <LoadError
      error={error}
      isRetrying={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  );
}

export type Tone = "neutral" | "info" | "good" | "warn" | "bad";

/** One or two words on a colour. The colour adds nothing that the words do not say. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: string }) {
  return <span className={`badge tinted ${tone}`}>{children}</span>;
}

/** The tone of each status. */
export const statusTones: Record<AppointmentStatus, Tone> = {
  SCHEDULED: "info",
  COMPLETED: "good",
  MISSED: "warn",
  CANCELLED: "neutral",
};

/** Shows the status of an appointment. */
export function StatusBadge({ status, isArchived }: {
  status: AppointmentStatus;
  isArchived?: boolean;
}) {
  if (isArchived) return <Badge>{t("archived")}</Badge>;
  return <Badge tone={statusTones[status]}>{statusName(status)}</Badge>;
}

/** Returns the name of a status. */
export function statusName(status: AppointmentStatus): string {
  return t(`status.${status}`);
}

/** Shows the environment. TEST has a colour, because LIVE is the normal case. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  return (
    <Badge tone={environment === "TEST" ? "warn" : "neutral"}>
      {t(`environments.${environment}`)}
    </Badge>
  );
}
