import {
  Tab,
  TabList,
  TabPanel,
  Tabs as AriaTabs,
  ToggleButton,
  ToggleButtonGroup,
} from "react-aria-components";
import type { ReactNode } from "react";
import { useLeave } from "./unsaved.tsx";

/** A choice of one option; all options are visible. */
export function Segments<T extends string>({ label, options, value, onChange }: {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange(value: T): void;
}) {
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as T);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className="segment"
          data-value={option.value}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Tabs: several panels, of which one is visible. Another tab asks first if the visible one holds typed input. */
export function Tabs({ label, tabs, selected, onSelect }: {
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  selected: string;
  onSelect(id: string): void;
}) {
  const leave = useLeave();
  return (
    <AriaTabs
      className="tabs"
      selectedKey={selected}
      onSelectionChange={(id) => id !== selected && leave(() => onSelect(String(id)))}
    >
      <TabList aria-label={label} className="tab-list">
        {tabs.map(({ id, label }) => <Tab key={id} id={id} className="tab">{label}</Tab>)}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">{content}</TabPanel>
      ))}
    </AriaTabs>
  );
}
