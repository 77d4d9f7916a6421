import { type ComponentType, use } from "react";

/** Thrown when a part of the dashboard could not be downloaded. */
export class LoadFailure extends Error {
  /** Lets the next use of the part download it again. Until then React needs the same failure for each render. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super("A part of the dashboard could not be downloaded", { cause });
    this.forget = forget;
  }
}

const retryMs = [300, 1200];
const preloaders: (() => Promise<unknown>)[] = [];

/**
 * Returns a component whose code is downloaded when it is first shown, or by `preloadAll`. A failed download is tried
 * again, and so is showing the component again: React's `lazy` would keep the failure until a reload of the page.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;

  function begin(): Promise<ComponentType<P>> {
    return loading ??= withRetries(load).then((component) => loaded = component, (cause) => {
      throw new LoadFailure(cause, () => loading = undefined);
    });
  }

  preloaders.push(begin);
  return function OnDemand(props: P) {
    const Component = loaded ?? use(begin());
    return <Component {...props} />;
  };
}

async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of retryMs) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
  return await load();
}

/** Downloads all parts one after another, so that they open at once, and also without a network. */
export async function preloadAll(): Promise<void> {
  for (const preload of preloaders) {
    await preload().catch((error: unknown) => error instanceof LoadFailure && error.forget());
  }
}
