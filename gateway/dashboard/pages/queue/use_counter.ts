import { useSession } from "../../api/session.tsx";
import { type Stored, stored, useStored } from "../../ui/stored.ts";
import type { Counter } from "./lists.ts";

const settings = new Map<number, Stored<Counter | null>>();

/** Returns the counter at which this person works, and a setter. This browser remembers it. */
export function useCounter(): [Counter | null, (counter: Counter | null) => void] {
  const { id } = useSession().user;
  let setting = settings.get(id);
  if (!setting) settings.set(id, setting = stored(`counter:${id}`, parseCounter));
  return useStored(setting);
}

function parseCounter(value: unknown): Counter | null {
  const { desk, workerId } = (value ?? {}) as { desk?: unknown; workerId?: unknown };
  if (typeof desk !== "string" || desk.trim() === "") return null;
  return { desk, workerId: Number.isInteger(workerId) ? workerId as number : null };
}
