import { useRead, useWrite } from "../../api/hooks.ts";
import type { Screen } from "../../api/types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Loaded } from "../../ui/states.tsx";
import { t } from "./texts.ts";

/** Asks, with their number, before it ends the visits of all who wait with a number of a kiosk. Who comes later stays. */
export function EndWaiting({ screen, onClose }: { screen: Screen; onClose(): void }) {
  const read = useRead("screens.waiting", { id: screen.id }, { staleMs: 0 });
  const write = useWrite("screens.endWaiting", { changes: ["screens.waiting", "visits"] });
  // Nobody confirms before the number is known.
  return (
    <Loaded read={read}>
      {({ waiting, newestId }) => (
        <Confirm
          title={t("endTitle", { name: screen.name })}
          action={t("end")}
          write={write}
          input={{ id: screen.id, newestId }}
          onClose={onClose}
        >
          <p>{t("endHelp", { count: waiting })}</p>
        </Confirm>
      )}
    </Loaded>
  );
}
