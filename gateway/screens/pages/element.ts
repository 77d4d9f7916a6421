type Child = Node | string | null | false;

/** Makes an element with classes and children. Texts are never parsed as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/** Makes a name, of which nobody knows in which direction it is written. It never changes the order of what is around it. */
export function nameOf(name: string): HTMLElement {
  return element("bdi", "", name);
}

/** Makes a button. */
export function button(className: string, label: Child, onPress: () => void): HTMLButtonElement {
  const made = element("button", className, label);
  made.type = "button";
  made.addEventListener("click", onPress);
  return made;
}

/** Replaces the content of the page. */
export function show(...children: Child[]): void {
  const shown = children.filter((child) => child !== null && child !== false);
  document.querySelector("main")!.replaceChildren(...shown);
}
