import { useMay } from "../../api/session.tsx";
import { openDeskDialog } from "../../desk/desk_dialog.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { t } from "./texts.ts";

/** The rare actions of the page. */
export function MoreMenu() {
  const mayCover = useMay("getCoverPlan");
  return (
    <Menu
      label={t("more.label")}
      actions={[
        mayCover && { label: t("more.ill"), onAction: () => openDeskDialog({ kind: "cover" }) },
        { label: t("more.print"), onAction: () => setTimeout(() => print()) },
        { label: t("more.shortcuts"), onAction: () => openDeskDialog({ kind: "shortcuts" }) },
        { label: t("more.scanner"), onAction: () => openDeskDialog({ kind: "scanner" }) },
      ]}
    >
      <Button kind="quiet" icon="more" aria-label={t("more.label")} />
    </Menu>
  );
}
