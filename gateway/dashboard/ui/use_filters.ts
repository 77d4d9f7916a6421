import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** The filters of a page, as its address says them: a link and the back button keep them. */
export function useFilters(): {
  get(name: string): string;
  set(changes: Record<string, string>): void;
} {
  const [params, setParams] = useSearchParams();
  const set = useCallback((changes: Record<string, string>) =>
    setParams((before) => {
      // Another filter means another list, whose first page is meant.
      before.delete("page");
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") before.delete(name);
        else before.set(name, value);
      }
      return before;
    }, { replace: true }), [setParams]);
  return { get: (name) => params.get(name) ?? "", set };
}
