import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";

/** Parts of one thing, one of them in sight. */
export function Tabs({ label, tabs }: {
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
}) {
  return (
    <AriaTabs className="tabs">
      <TabList aria-label={label} className="tab-list">
        {tabs.map(({ id, label }) => <Tab key={id} id={id} className="tab">{label}</Tab>)}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">{content}</TabPanel>
      ))}
    </AriaTabs>
  );
}
