import type { ComponentType } from "react";
import type { UseCase } from "../api/types.ts";
import type { Text } from "../messages/texts.ts";
import type { IconName } from "./icons.tsx";

/** The groups of the sidebar, in their order. */
export const groups = ["desk", "organization", "developers"] as const;
export type Group = (typeof groups)[number];

/**
 * What a page says about itself, in the file `page.ts` of its folder. The shell gathers these files, and the build gives
 * their paths to the server. That runs them without a browser, so they import only types.
 */
export interface DeclaredPage {
  /** The pattern of its address. */
  path: string;
  /** The use case that the page is for. Whoever may not call it cannot open the page. */
  needs: UseCase;
  /** The entry in the sidebar. A page without one is opened from another page. */
  link?: { group: Group; place: number; label: Text; icon: IconName };
  /** Downloads the page. Today has none: it is part of the first download, because the desk opens on it. */
  load?: () => Promise<ComponentType>;
}
