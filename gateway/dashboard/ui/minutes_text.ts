import { t } from "./texts.ts";

const minutesOfHour = 60;

/** Returns whole minutes as people say them: `49 min`, `4 h 49 min`, `5 h`. */
export function minutesText(all: number): string {
  const hours = Math.floor(all / minutesOfHour);
  const minutes = all % minutesOfHour;
  if (hours === 0) return t("minutes", { minutes });
  return minutes === 0 ? t("hours", { hours }) : t("hoursAndMinutes", { hours, minutes });
}
