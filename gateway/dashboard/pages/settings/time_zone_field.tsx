import { useMemo } from "react";
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";
import { nowIn, timeOf } from "../../api/time.ts";
import { FieldMessage } from "../../ui/field_message.tsx";
import { Icon } from "../../ui/icons.tsx";
import { findsTimeZone, listTimeZones } from "./time_zones.ts";
import { t } from "./texts.ts";

/** The choice of a time zone. Typing a part of a name, such as a city, filters the list. */
export function TimeZoneField(
  { value, onChange }: { value: string; onChange(timeZone: string): void },
) {
  const zones = useMemo(() => listTimeZones(value), [value]);
  return (
    <ComboBox
      className="field"
      name="timeZone"
      isRequired
      menuTrigger="focus"
      defaultFilter={(zone, typed) => findsTimeZone(typed, zone)}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
    >
      <Label>{t("timeZone")}</Label>
      <div className="input-frame">
        <Input className="input" />
        <Button>
          <Icon name="down" />
        </Button>
      </div>
      <Text slot="description" className="help">
        {t("clock", { time: timeOf(nowIn(value)) })} {t("timeZoneHelp")}
      </Text>
      <FieldMessage label={t("timeZone")} />
      <Popover className="popover surface" offset={4}>
        <ListBox className="listbox">
          {zones.map((zone) => (
            <ListBoxItem
              key={zone}
              id={zone}
              textValue={zone.replaceAll("_", " ")}
              className="line between option"
            >
              {zone.replaceAll("_", " ")}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
