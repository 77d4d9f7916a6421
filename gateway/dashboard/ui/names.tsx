import { Fragment, type ReactNode } from "react";

/** Names side by side. Each is isolated, because it may be written in another direction than its neighbours. */
export function Names(
  { names, separator = ", " }: { names: readonly string[]; separator?: string },
) {
  return names.map((name, i) => (
    <Fragment key={i}>
      {i > 0 && separator}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}

/** Isolates a text that may be a name. Leaves everything else as it is. */
export function isolatedText(content: ReactNode): ReactNode {
  return typeof content === "string" ? <bdi>{content}</bdi> : content;
}
