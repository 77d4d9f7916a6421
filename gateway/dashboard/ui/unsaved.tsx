import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";

/** The forms of a dialog, or of the page and all its dialogs. */
interface Scope {
  forms: Set<() => boolean>;
  parent: Scope | null;
}

const page: Scope = { forms: new Set(), parent: null };
const ScopeContext = createContext<Scope>(page);

// The action that waits for the answer to the question.
let waiting: (() => void) | null = null;
// Whether an action runs that was already allowed. It may change the address, which must not ask again.
let isAllowed = false;
const listeners = new Set<() => void>();

/** Returns whether a form on the page holds input that is not saved. */
export function hasUnsavedInput(): boolean {
  return !isAllowed && isUnsaved(page);
}

/** Forgets all input, so that the page can be reloaded without a question. */
export function discardAllInput(): void {
  page.forms.clear();
}

/**
 * Protects the input of a form: whatever would close the form asks first while `hasChanges` returns true. `Form` uses
 * this for its own fields. Other input needs this one line: `useUnsaved(() => draft !== saved)`.
 */
export function useUnsaved(hasChanges: () => boolean): void {
  const scope = useContext(ScopeContext);
  const check = useEffectEvent(hasChanges);
  useEffect(() => {
    const form = () => check();
    for (let at: Scope | null = scope; at; at = at.parent) at.forms.add(form);
    return () => {
      for (let at: Scope | null = scope; at; at = at.parent) at.forms.delete(form);
    };
  }, [scope]);
}

/** Returns a function that runs an action at once, or asks first if the action would lose input in this scope. */
export function useLeave(): (action: () => void) => void {
  const scope = useContext(ScopeContext);
  return (action) => leave(action, scope);
}

/** Runs an action that closes every form of the page, or asks first. */
export function leavePage(action: () => void): void {
  leave(action, page);
}

function leave(action: () => void, scope: Scope): void {
  if (!isAllowed && isUnsaved(scope)) set(action);
  else action();
}

function isUnsaved(scope: Scope): boolean {
  return [...scope.forms].some((hasChanges) => hasChanges());
}

function set(action: (() => void) | null): void {
  waiting = action;
  for (const listener of listeners) listener();
}

/** Makes a scope of its own: leaving it asks only for the forms inside. */
export function UnsavedScope({ children }: { children: ReactNode }) {
  const parent = useContext(ScopeContext);
  const [scope] = useState<Scope>(() => ({ forms: new Set(), parent }));
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

/** Returns the action that waits for the user's answer, and the two answers. */
export function useLeaveQuestion(): { isAsked: boolean; stay(): void; discard(): void } {
  const action = useSyncExternalStore(subscribe, () => waiting);
  return {
    isAsked: action !== null,
    stay: () => set(null),
    discard() {
      set(null);
      isAllowed = true;
      action?.();
      isAllowed = false;
    },
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
