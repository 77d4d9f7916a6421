const paths = {
  home: "M3 7.5L8 3l5 4.5v6H3zM6.5 13.5V9.5h3v4",
  visits: "M3 13h10M4.5 10l2.5-3 2.5 2 3-4.5M12.5 4.5h-2M12.5 4.5v2",
  start: "M5 3.5v9l7.5-4.5z",
  today: "M3 5h10v8H3zM3 7.5h10M6 3.5v2M10 3.5v2M6.2 10.2l1.3 1.3 2.5-2.5",
  columns: "M2.5 3h11v10.5h-11zM2.5 6h11M8 6v7.5",
  queue:
    "M4.5 6a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM11.5 6a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM2 13.5V11c0-1.5 1-2.5 2.5-2.5S7 9.5 7 11v2.5M9 13.5V11c0-1.5 1-2.5 2.5-2.5S14 9.5 14 11v2.5",
  waitlist: "M4.5 2.5h7M4.5 13.5h7M5 2.5v2.5l3 3 3-3v-2.5M5 13.5v-2.5l3-3 3 3v2.5",
  appointments: "M3 4h10M3 8h10M3 12h10",
  departments: "M3 13.5V5l5-2.5L13 5v8.5M6.5 13.5v-3h3v3M5.5 7h1M9.5 7h1",
  key: "M9.5 9.5a3 3 0 1 0-3-3c0 .5.1.9.3 1.3L2.5 12v1.5H5l.5-1.5h1.5v-1.5l1-1.2c.5.1 1 .2 1.5.2z",
  webhooks: "M5 10.5a2 2 0 1 0 2 2h4M6.5 4.5a2 2 0 1 1 3 2.3L8 9M11.5 14a2 2 0 1 0-1.5-3.5L8 6.5",
  usage: "M3 13h10M4.5 11V8M8 11V4M11.5 11V6",
  report: "M3 2.5h10v11H3zM5.5 11V8.5M8 11V5.5M10.5 11V7.5",
  credits: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5.5v5M6 8h4",
  team:
    "M6 7.5a2.2 2.2 0 1 0 0-4.5 2.2 2.2 0 0 0 0 4.5zM2 13c0-2.2 1.8-3.5 4-3.5s4 1.3 4 3.5M10.5 7.3a2 2 0 1 0 0-4M11.5 9.6c1.5.3 2.5 1.5 2.5 3.4",
  settings:
    "M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z",
  token: "M4 2.5h5.5L12.5 5.5v8H4zM9 2.5v3.5h3.5M6 8.5h4.5M6 11h4.5",
  screen: "M2.5 3h11v8h-11zM5.5 13.5h5M8 11v2.5",
  mail: "M2.5 4h11v8.5h-11zM2.5 4.5L8 9l5.5-4.5",
  audit: "M8 13.5a5.5 5.5 0 1 0-5.3-4M2.5 5v3M2.5 8.5h3M8 5v3.2l2.2 1.5",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  plus: "M8 3.5v9M3.5 8h9",
  check: "M3.5 8.5l3 3 6-6.5",
  close: "M4 4l8 8M12 4l-8 8",
  left: "M9.5 3.5L5 8l4.5 4.5",
  right: "M6.5 3.5L11 8l-4.5 4.5",
  down: "M4 6.5l4 4 4-4",
  up: "M4 10l4-4 4 4",
  print: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3",
  copy: "M6 6h7.5v7.5H6zM10 6V2.5H2.5V10H6",
  ill: "M9.5 9.3V4a1.5 1.5 0 0 0-3 0v5.3a2.8 2.8 0 1 0 3 0zM8 11.5V7",
  missed:
    "M6.5 7.5a2.2 2.2 0 1 0 0-4.5 2.2 2.2 0 0 0 0 4.5zM2.5 13c0-2.2 1.8-3.5 4-3.5 1 0 1.9.3 2.6.7M10.5 10.5l3 3M13.5 10.5l-3 3",
  move: "M3 5h10v8H3zM3 7.5h10M6 3.5v2M10 3.5v2M6 10.2h4M8.5 8.8l1.5 1.4-1.5 1.4",
  sun:
    "M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1",
  shown:
    "M1.5 8s2.4-4.3 6.5-4.3S14.5 8 14.5 8s-2.4 4.3-6.5 4.3S1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  hidden: "M1.5 8s2.4-4.3 6.5-4.3S14.5 8 14.5 8s-2.4 4.3-6.5 4.3S1.5 8 1.5 8zM2.5 13.5l11-11",
  warning: "M8 2.5l6 10.5H2zM8 6.5v3M8 11.3v.01",
} as const;

export type IconName = keyof typeof paths;

/** A small drawing. It is decoration: the text next to it, or the label of its button, says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={`icon ${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
