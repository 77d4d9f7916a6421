import { useNetwork } from "../api/network.ts";
import { useTimeZone } from "../api/session.tsx";
import { localTimeAt, timeOf } from "../api/time.ts";
import { t } from "../api/texts.ts";
import { Icon } from "../ui/icons.tsx";

/** Says that the data may be old, and from when they are. */
export function NetworkBanner() {
  const { kind, currentAt } = useNetwork();
  const timeZone = useTimeZone();
  // The place is always rendered, because screen readers must know it before the text.
  return (
    <div role="status">
      {kind !== "online" && (
        <div className="line strong tinted warn banner network-banner">
          <Icon name="warning" />
          <span>
            {t(kind === "offline" ? "bannerOffline" : "bannerUnreachable", {
              time: timeOf(localTimeAt(currentAt, timeZone)),
            })}
          </span>
        </div>
      )}
    </div>
  );
}
