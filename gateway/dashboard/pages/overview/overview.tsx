import { useTimeZone } from "../../api/session.tsx";
import { dateOf, longDayText, timeOf, useNow } from "../../api/time.ts";
import { Page } from "../../ui/page.tsx";
import { AccountFigures, DayFigures } from "./figures.tsx";
import { NextFree } from "./next_free.tsx";
import "./overview.css";
import { t } from "./texts.ts";

/** What a manager looks at first. Each number leads to its list. Its reads are those of the lists. */
export function Overview() {
  const now = useNow(useTimeZone());
  const today = dateOf(now);
  return (
    <Page title={t("title")} lead={`${longDayText(today)}, ${timeOf(now)}`}>
      <section className="columns figures apart overview-figures" aria-label={t("figures")}>
        <DayFigures today={today} now={now} />
        <AccountFigures today={today} />
      </section>
      <NextFree today={today} now={now} />
    </Page>
  );
}
