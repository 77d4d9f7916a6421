import { useSession } from "../api/session.tsx";
import { type Command, commands, shortcutsOf } from "../ui/keys/shortcuts.ts";
import { useStored } from "../ui/stored.ts";

/** Returns the keys as buttons show them. Without shortcuts there are none. */
export function useKeyLabels(): Partial<Record<Command, string>> {
  const [{ isOn, keys }] = useStored(shortcutsOf(useSession().user.id));
  if (!isOn) return {};
  return Object.fromEntries(commands.map((command) => [command, keys[command].toUpperCase()]));
}
