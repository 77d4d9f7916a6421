import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import type { AuditEntry } from "../../api/types.ts";
import { sayingOf } from "../../ui/audit_sentences.ts";
import { actorText } from "../../ui/audit_words.ts";
import { type Names, subjectText } from "./names.ts";
import { type MovedValues, namedOf, namesList, sentenceKey } from "./sentence_text.ts";
import { t } from "../../ui/audit_texts.ts";

interface SentenceProps {
  /** Entries of one action by one actor. */
  entries: readonly AuditEntry[];
  names: Names;
  onActor(): void;
}

/** Who did what: each subject is a link to its page, and the actor filters the list. */
export function Sentence({ entries, names, onActor }: SentenceProps): ReactNode {
  const [first] = entries as [AuditEntry];
  const { actor } = first;
  const { key, values } = sayingOf(entries, names.ofField);
  return t.rich(sentenceKey(key, first), {
    ...values as MovedValues,
    by: () => (
      <button
        type="button"
        className="narrowing in-sentence"
        title={t("onlyActor", { name: actor.name })}
        onClick={onActor}
      >
        <bdi>{actorText(actor)}</bdi>
      </button>
    ),
    it: () => <Subjects entries={entries} names={names} />,
  });
}

function Subjects({ entries, names }: Pick<SentenceProps, "entries" | "names">): ReactNode {
  const named = namedOf(entries);
  let next = 0;
  return namesList.formatToParts(named.map(String)).map(({ type, value }, i) => {
    if (type === "literal") return <Fragment key={i}>{value}</Fragment>;
    const one = named[next++]!;
    return typeof one === "number"
      ? <Fragment key={i}>{subjectText(one, names)}</Fragment>
      : <Subject key={i} entry={one} name={subjectText(one, names)} />;
  });
}

function Subject({ entry, name }: { entry: AuditEntry; name: string }) {
  const path = pathOf(entry);
  if (!path) {
    return (
      <strong>
        <bdi>{name}</bdi>
      </strong>
    );
  }
  const query = entry.environment === "TEST" ? "?environment=TEST" : "";
  return (
    <Link href={`${path}${query}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function pathOf({ action, subjectId }: AuditEntry): string | undefined {
  const kind = action.split(".")[0]!;
  const pages: Record<string, string> = {
    appointment: `/appointments/${subjectId}`,
    department: `/departments/${subjectId}`,
    webhook: `/webhooks/${subjectId}`,
    api_key: `/api-keys/${subjectId}`,
    staff: "/team",
    organization: "/settings",
    reporting_token: "/reporting-tokens",
    screen: "/screens",
  };
  return pages[kind];
}
