import { texts } from "../../messages/texts.ts";
import { Button } from "../../ui/button.tsx";

const t = texts("webhooks");

/** Shows the values of a save that was refused because somebody else has saved, next to the current ones. */
export function StaleSave({ values, onTakeCurrent, onSaveYours }: {
  values: readonly { label: string; now: string; yours: string }[];
  onTakeCurrent(): void;
  onSaveYours(): void;
}) {
  return (
    <div className="notice" role="alert">
      <strong>{t("stale")}</strong>
      <dl className="stale-values">
        {values.filter(({ now, yours }) => now !== yours).map(({ label, now, yours }) => (
          <div key={label}>
            <dt className="label">{label}</dt>
            <dd>{t("now")}: {now}</dd>
            <dd>{t("yours")}: {yours}</dd>
          </div>
        ))}
      </dl>
      <div className="badges">
        <Button onPress={onTakeCurrent}>{t("keepTheirs")}</Button>
        <Button onPress={onSaveYours}>{t("saveYours")}</Button>
      </div>
    </div>
  );
}
