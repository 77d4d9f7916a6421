import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ReadFault } from "./fault.tsx";
import type { AppointmentStatus, Environment } from "../api/types.ts";

/** In place of rows, where there are none. */
export function EmptyState({ title, isPage, children }: {
  title: string;
  /** Whether it stands for the whole page, whose head it then is. */
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

/** Bars of the height that the rows will have, so that nothing moves when they come. */
export function Skeleton({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from(
        { length: rows },
        (_, i) => <div key={i} data-height={height} className="skeleton-row" />,
      )}
    </div>
  );
}

/** What was read; until then a skeleton, or why it could not be. Old rows stay while a poll fails. */
export function Loaded<T>(
  { read, skeleton = <Skeleton />, children }: {
    read: UseQueryResult<T>;
    skeleton?: ReactNode;
    children(data: T): ReactNode;
  },
) {
  if (read.data !== undefined) return children(read.data);
  if (read.isError) return <ReadFault error={read.error} onRetry={() => void read.refetch()} />;
  return skeleton;
}

export type Tone = "neutral" | "info" | "good" | "warn" | "bad";

/** One or two words with a colour that never says more than they do. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

const statuses: Record<AppointmentStatus, { tone: Tone; word: string }> = {
  SCHEDULED: { tone: "info", word: "Scheduled" },
  COMPLETED: { tone: "good", word: "Completed" },
  MISSED: { tone: "warn", word: "Missed" },
  CANCELLED: { tone: "neutral", word: "Cancelled" },
};

/** What has become of an appointment. */
export function StatusBadge({ status, isArchived }: {
  status: AppointmentStatus;
  isArchived?: boolean;
}) {
  if (isArchived) return <Badge>Archived</Badge>;
  const { tone, word } = statuses[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** The word for a status. */
export function statusWord(status: AppointmentStatus): string {
  return statuses[status].word;
}

/** TEST stands out; LIVE is the usual. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  return <Badge tone={environment === "TEST" ? "warn" : "neutral"}>{environment}</Badge>;
}
