import { createTranslator } from "use-intl/core";
import { locale } from "./language.ts";

/** Returns the text of a key, with its arguments. Keys and arguments are checked by the compiler. */
export type Translator<Messages extends object> = ReturnType<typeof createTranslator<Messages>>;

/** Returns the function that returns the texts of one language. */
export function translatorOf<Messages extends object>(messages: Messages): Translator<Messages> {
  return isolating(createTranslator({ locale, messages })) as Translator<Messages>;
}

/** Makes a translator that isolates the texts which are inserted into a message. */
function isolating<T extends (...call: never[]) => unknown>(translator: T): T {
  const apply = (target: object, self: unknown, [key, values, ...rest]: unknown[]) =>
    Reflect.apply(target as T, self, [key, isolated(values), ...rest] as never);
  const handler: ProxyHandler<T> = {
    apply,
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name);
      return name === "rich" ? new Proxy(own as T, { apply }) : own;
    },
  };
  return new Proxy(translator, handler);
}

const controls = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns inserted values without controls of direction, and right-to-left texts isolated. A name must not change the order
 * of the words around it: an unclosed control would turn the rest of the message around.
 */
export function isolated(values: unknown): unknown {
  if (typeof values !== "object" || values === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isolatedText(value)]),
  );
}

function isolatedText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.replaceAll(controls, "");
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
