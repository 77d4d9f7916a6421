import type { Act } from "../../ui/audit_acts.ts";
import { actionText } from "../../ui/audit_words.ts";
import { EnvironmentBadge } from "../../ui/states.tsx";
import { changesOf } from "./changes.ts";
import { type Names, subjectText } from "./names.ts";
import { Sentence } from "./sentence.tsx";
import { t } from "../../ui/audit_texts.ts";

/** An act as a sentence, and below it the changes that the sentence does not say. */
export function ActCell({ act: { main, also }, names, onActor }: {
  act: Act;
  names: Names;
  onActor(): void;
}) {
  const lines = [
    ...changesOf(main, names),
    ...also.map((entry) =>
      t("ofSubject", { subject: subjectText(entry, names), text: actionText(entry.action) })
    ),
  ];
  return (
    <>
      <Sentence entries={main} names={names} onActor={onActor} />{" "}
      {main[0]!.environment === "TEST" && <EnvironmentBadge environment="TEST" />}
      {lines.map((line) => <div key={line} className="muted small">{line}</div>)}
    </>
  );
}
