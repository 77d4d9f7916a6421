import { useSearchParams } from "wouter";

/** The day that is shown, as the address says it; today's stays today's at midnight. */
export function useDate(today: string): [string, (date: string) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get("date");
  const date = wanted && /^\d{4}-\d\d-\d\d$/.test(wanted) ? wanted : today;
  return [date, (next) =>
    setParams((before) => {
      if (next === today) before.delete("date");
      else before.set("date", next);
      return before;
    }, { replace: true })];
}
