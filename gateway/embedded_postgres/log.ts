/** What the launcher says goes here; a pino Logger fits. No line ever holds the password. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
