/** A line for people, on standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line about what went wrong, on standard error. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Who reads our output may go away (`npm start | head`); that is no reason to stop serving. */
export function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
