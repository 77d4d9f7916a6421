import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";
import { type ReactNode, useEffect, useRef } from "react";
import { useLeave } from "./unsaved.tsx";

/** Tabs: several panels, of which one is visible. Another tab asks first if the visible one holds typed input. */
export function Tabs({ label, tabs, selected, onSelect }: {
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  selected: string;
  onSelect(id: string): void;
}) {
  const leave = useLeave();
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs scroll, and the selected one may be out of sight.
  useEffect(() => {
    // The list renders its tabs in a second pass.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector("[aria-selected=true]")
        ?.scrollIntoView({ block: "nearest", inline: "nearest" })
    );
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(id) => id !== selected && leave(() => onSelect(String(id)))}
    >
      <TabList ref={list} aria-label={label} className="tab-list">
        {tabs.map(({ id, label }) => <Tab key={id} id={id} className="tab">{label}</Tab>)}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">{content}</TabPanel>
      ))}
    </AriaTabs>
  );
}
