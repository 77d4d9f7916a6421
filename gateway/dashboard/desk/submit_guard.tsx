import { type ReactNode, useState } from "react";
import { lastCommandAt, pressedAt, wasEnter } from "../ui/keys/press_time.ts";
import { looksLikeCode } from "../ui/keys/scanned_code.ts";
import { outcomeOf } from "../ui/keys/submit_question.ts";
import { t } from "./booking_texts.ts";

/**
 * Asks before a form is sent that a key of a slow scan may have opened: by an Enter within two seconds, or with a name that
 * has the form of a code. A second Enter sends it.
 */
export function useSubmitGuard(name = ""): { notice: ReactNode; guard(send: () => void): void } {
  const [openedAt] = useState(lastCommandAt);
  const [asked, setAsked] = useState<{ about: string; at: number } | null>(null);
  const isCode = looksLikeCode(name);
  const about = isCode ? name : "";
  const isAnswer = asked !== null && asked.about === about;
  return {
    notice: isAnswer && (
      <p className="notice" role="alert">
        {isCode ? t("looksLikeCode", { name }) : t("enterAgain")}
      </p>
    ),
    guard(send) {
      const at = pressedAt();
      const askedAt = isAnswer ? asked.at : null;
      const outcome = outcomeOf({ at, openedAt, isEnter: wasEnter(), isCode, askedAt });
      if (outcome === "send") send();
      else if (outcome === "ask") setAsked({ about, at });
    },
  };
}
