import { Link } from "wouter";
import { dateText } from "../../api/time.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { CopyField } from "../../ui/shown_once.tsx";
import type { Choice } from "./choice.ts";
import { csvAddressOf, queryOf } from "./query.ts";
import { t } from "./texts.ts";

/** The report as an address for spreadsheets and scripts, and as a query for tools that know GraphQL. */
export function UseDialog({ choice, onClose }: { choice: Choice; onClose(): void }) {
  const { from, to } = choice;
  return (
    <Dialog title={t("use.title")} shape="wide" onClose={onClose}>
      <div className="dialog-body">
        <p>
          {t.rich("use.help", {
            link: (text) => <Link href="/reporting-tokens">{text}</Link>,
            guide: (text) => (
              <a href="/docs/guides/reports" target="_blank" rel="noreferrer">{text}</a>
            ),
          })} {t("use.dates", { from: dateText(from), to: dateText(to) })}
        </p>
        <CopyField
          label={t("use.address")}
          value={`${location.origin}${csvAddressOf(choice, "csv")}`}
        />
        <CopyField label={t("use.query")} value={queryOf(choice)} isMultiline />
      </div>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>{t("use.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
