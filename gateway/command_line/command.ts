import type { Application, Environment, Scope } from "../../core/mod.ts";

/** What the text of each kind of option becomes. */
export interface ValueOfKind {
  text: string;
  id: number;
  number: number;
  /** Given with nothing behind it, it is true; `true` or `false` may follow. */
  flag: boolean;
  /** `true` or `false` must follow. */
  boolean: boolean;
  json: unknown;
  environment: Environment;
  scopes: Scope[];
}

/** An option of a command. */
export interface Option {
  kind: keyof ValueOfKind;
  /** How the usage names the value, as in `--name N`. */
  value?: string;
  isRequired?: true;
  about: string;
}

/** A command's options by name, without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** What was given for each option; undefined for one that was left out. */
export type Given<O extends Options> = {
  [N in keyof O]:
    | ValueOfKind[O[N]["kind"]]
    | (O[N] extends { isRequired: true } ? never : undefined);
};

/** One thing that an operator can do. */
export interface Command {
  /** Two words, as in `organization create`. */
  name: string;
  about: string;
  options: Options;
  /** The columns of the list for people; `--json` has every field. */
  columns?: readonly string[];
  /** A line for people under a result that has this field. */
  note?: { field: string; text: string };
  /** Signs what the service must take for its own, and so needs the service's SESSION_SECRET. */
  needsSessionSecret?: true;
  /** Does it, and returns the one object that `--json` prints. */
  run(application: Application, given: Readonly<Record<string, unknown>>): Promise<object>;
}

/** A command whose `run` knows the types of its options. */
export function defineCommand<const O extends Options>(
  command: Omit<Command, "options" | "run"> & {
    options: O;
    run(application: Application, given: Given<O>): Promise<object>;
  },
): Command {
  // parse_options.ts gives each option the type of its kind.
  return command as unknown as Command;
}
