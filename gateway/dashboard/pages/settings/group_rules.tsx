import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { Input } from "../../api/types.ts";
import { AccessFields } from "../team/access_fields.tsx";
import { t } from "./sso_texts.ts";

export type GroupRule = Input<"sso.save">["groupRules"][number] & {
  departmentIds: number[] | null;
};

/** The rules that give people roles and departments by their groups at the provider, in their order. */
export function GroupRules({ rules, onChange }: {
  rules: readonly GroupRule[];
  onChange(rules: GroupRule[]): void;
}) {
  const set = (i: number, change: Partial<GroupRule>) =>
    onChange(rules.map((rule, at) => at === i ? { ...rule, ...change } : rule));
  return (
    <>
      {rules.map((rule, i) => {
        const number = String(i + 1);
        return (
          <div key={i} className="card list" role="group" aria-label={t("rule", { number })}>
            <div className="line between">
              <strong>{t("rule", { number })}</strong>
              <span className="line">
                {i > 0 && (
                  <Button
                    kind="quiet"
                    icon="up"
                    aria-label={t("moveUp", { number })}
                    onPress={() => onChange(rules.with(i - 1, rule).with(i, rules[i - 1]!))}
                  />
                )}
                <Button
                  kind="quiet"
                  icon="close"
                  aria-label={t("removeRule", { number })}
                  onPress={() => onChange(rules.filter((_, at) => at !== i))}
                />
              </span>
            </div>
            <TextField
              label={t("group")}
              name={`groupRules.${i}.group`}
              value={rule.group}
              onChange={(group) => set(i, { group })}
              isRequired
            />
            <AccessFields value={rule} onChange={(access) => set(i, access)} />
          </div>
        );
      })}
      <div className="row">
        <Button
          icon="plus"
          onPress={() => onChange([...rules, { group: "", role: "STAFF", departmentIds: null }])}
        >
          {t("addRule")}
        </Button>
      </div>
    </>
  );
}
