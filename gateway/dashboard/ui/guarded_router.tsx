import { type ReactNode, useEffect } from "react";
import { Router } from "wouter";
import { hasUnsavedInput, leavePage } from "./unsaved.tsx";

/** The router of the pages. Before it leaves an address, it asks if typed input would be lost. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  useEffect(() => {
    let address = location.href;
    const note = () => {
      address = location.href;
    };
    /** Takes back a step of the back button, and repeats it after the question. */
    function onPopState(event: PopStateEvent): void {
      const target = location.href;
      if (target === address || !hasUnsavedInput()) return note();
      event.stopImmediatePropagation();
      history.pushState(null, "", address);
      leavePage(() => {
        history.pushState(null, "", target);
        note();
      });
    }
    addEventListener("popstate", onPopState, { capture: true });
    for (const name of ["pushState", "replaceState"]) addEventListener(name, note);
    return () => {
      removeEventListener("popstate", onPopState, { capture: true });
      for (const name of ["pushState", "replaceState"]) removeEventListener(name, note);
    };
  }, []);
  return (
    <Router aroundNav={(navigate, to, options) => leavePage(() => navigate(to, options))}>
      {children}
    </Router>
  );
}
