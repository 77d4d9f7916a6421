import { element } from "./element.ts";
import { texts } from "./language.ts";

/** What has been typed is cleared after this time without a key. */
const idleMs = 20_000;

/** What a person typed: a code or a short number, or a name and a time. */
export type Typed = { code: string } | { name: string; time: string };

/** The field of the code. A scanner types into it. */
export const codeField = fieldOf("code");
const nameField = fieldOf("name");
const timeField = fieldOf("time");
timeField.inputMode = "numeric";
const fields = [codeField, nameField, timeField];

let idle: ReturnType<typeof setTimeout> | undefined;
addEventListener("pageshow", clear);

function fieldOf(name: string): HTMLInputElement {
  const made = element("input", name);
  made.type = "text";
  made.name = name;
  made.autocomplete = "off";
  made.spellcheck = false;
  made.setAttribute("autocapitalize", "off");
  made.setAttribute("autocorrect", "off");
  made.addEventListener("input", () => {
    clearTimeout(idle);
    idle = setTimeout(clear, idleMs);
  });
  return made;
}

function clear(): void {
  for (const one of fields) one.value = "";
}

/** Returns whether nobody types. */
export function isUntouched(): boolean {
  return fields.every(({ value }) => value === "");
}

/** Returns whether a person types into the fields of name and time. */
export function isNaming(): boolean {
  return document.activeElement === nameField || document.activeElement === timeField;
}

/** Makes the form for a code or a short number, and where the kiosk takes names, the one for a name and a time. */
export function forms(onTyped: (typed: Typed) => void, takesNames: boolean): HTMLElement[] {
  for (
    const [field, key] of [[codeField, "code"], [nameField, "yourName"], [
      timeField,
      "yourTime",
    ]] as const
  ) {
    field.setAttribute("aria-label", texts.text(key));
    field.placeholder = field === timeField ? "10:30" : texts.text(key);
  }
  const send = (own: readonly HTMLInputElement[]) => {
    const typed = typedOf();
    // What is missing may still come.
    if (!typed) return (own.find(({ value }) => value === "") ?? own.at(-1)!).focus();
    clear();
    onTyped(typed);
  };
  const codeForm = formOf([codeField], send);
  if (!takesNames) return [codeForm];
  return [
    codeForm,
    element("p", "hint", texts.text("byName")),
    formOf([nameField, timeField], send),
  ];
}

function formOf(
  own: HTMLInputElement[],
  onSubmit: (own: HTMLInputElement[]) => void,
): HTMLFormElement {
  const form = element("form", "", ...own, element("button", "", texts.text("checkIn")));
  form.autocomplete = "off";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onSubmit(own);
  });
  return form;
}

/** Returns what was typed; undefined if it is not complete. A scanner may type into any field. */
function typedOf(): Typed | undefined {
  const typed = fields.map(({ value }) => inLatinDigits(value.trim()));
  const [code, name, time] = typed as [string, string, string];
  const scanned = typed.find((one) => /^[0-9A-Za-z]{22}$/.test(one));
  if (scanned !== undefined) return { code: scanned };
  if (code !== "") return { code };
  const parts = /^(\d{1,2})\D?(\d{2})$/.exec(time);
  return name !== "" && parts
    ? { name, time: `${parts[1]!.padStart(2, "0")}:${parts[2]}` }
    : undefined;
}

/** Returns a text with the digits that the service reads: an Arabic or Persian keyboard types others. */
function inLatinDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (one) => String(one.charCodeAt(0) & 15));
}
