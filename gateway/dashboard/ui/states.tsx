import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ReadFault } from "./fault.tsx";

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
