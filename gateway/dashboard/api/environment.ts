import { useCallback } from "react";
import { useSearchParams } from "wouter";
import type { Environment } from "./types.ts";

/** LIVE or TEST, as the address says it: a reload, a link and the back button keep it. */
export function useEnvironment(): [
  Environment,
  (environment: Environment, options?: { replace?: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  const environment = params.get("environment") === "TEST" ? "TEST" : "LIVE";
  const change = useCallback(
    (wanted: Environment, options = {}) =>
      setParams((before) => {
        if (wanted === "TEST") before.set("environment", wanted);
        else before.delete("environment");
        before.delete("page");
        return before;
      }, options),
    [setParams],
  );
  return [environment, change];
}
