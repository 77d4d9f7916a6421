import type { Application, Environment, Scope } from "../../core/mod.ts";

/** The type of the value for each kind of option. */
export interface ValueOfKind {
  text: string;
  id: number;
  /** One or several, with commas. */
  ids: number[];
  number: number;
  /** `--flag` alone means true. `true` or `false` may follow. */
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
  /** The placeholder of the value in the usage, such as `N` in `--amount N`. */
  value?: string;
  isRequired?: true;
  about: string;
}

/** A command's options by name, without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** The value of each option, or undefined if it was omitted. */
export type OptionValues<O extends Options> = {
  [N in keyof O]:
    | ValueOfKind[O[N]["kind"]]
    | (O[N] extends { isRequired: true } ? never : undefined);
};

/** An admin command. */
export type Command = ApplicationCommand | StandaloneCommand;

interface CommandBase {
  /** One or two words, such as `doctor` and `organization create`. */
  name: string;
  about: string;
  options: Options;
}

/** A command that works without the use cases, so also without a database. */
export interface StandaloneCommand extends CommandBase {
  runAlone(environment: NodeJS.ProcessEnv, options: AloneOptions): Promise<AloneResult>;
}

/** What long work needs. */
export interface Running {
  /** Shows a line about it. */
  progress(line: string): void;
  signal: AbortSignal;
}

/** What a command over the database has besides the use cases. */
export interface RunningOverDatabase extends Running {
  /** Notes in the database that the list of erasures was written now. */
  noteErasureList(): Promise<void>;
}

/** How a standalone command runs. */
export interface AloneOptions<Values = Readonly<Record<string, unknown>>> extends Running {
  values: Values;
}

/** The result of a standalone command. */
export interface AloneResult {
  /** The object that `--json` prints. */
  result: object;
  text: string;
  exitCode: 0 | 1;
}

/** A command that runs a use case. Before it, the database is opened and its migrations are applied. */
export interface ApplicationCommand extends CommandBase {
  /** The columns of a list in text output. `--json` has all fields. */
  columns?: readonly string[];
  /** A line below a text result that has this field. */
  note?: { field: string; text: string };
  /** Whether the command signs a token, which requires the service's SESSION_SECRET. */
  needsSessionSecret?: true;
  /** Runs the command. Returns the object that `--json` prints. */
  run(
    application: Application,
    values: Readonly<Record<string, unknown>>,
    running: RunningOverDatabase,
  ): Promise<object>;
}

/** Defines a command whose `run` has the types of its options. */
export function defineCommand<const O extends Options>(
  command: Omit<ApplicationCommand, "options" | "run"> & {
    options: O;
    run(
      application: Application,
      values: OptionValues<O>,
      running: RunningOverDatabase,
    ): Promise<object>;
  },
): ApplicationCommand {
  // parse_options.ts returns each value with the type of its option's kind.
  return command as unknown as ApplicationCommand;
}

/** Defines a standalone command whose `runAlone` has the types of its options. */
export function defineStandaloneCommand<const O extends Options>(
  command: Omit<StandaloneCommand, "options" | "runAlone"> & {
    options: O;
    runAlone(
      environment: NodeJS.ProcessEnv,
      options: AloneOptions<OptionValues<O>>,
    ): Promise<AloneResult>;
  },
): StandaloneCommand {
  return command as unknown as StandaloneCommand;
}
