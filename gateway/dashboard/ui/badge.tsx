import type { AppointmentStatus, Environment } from "../api/types.ts";

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
