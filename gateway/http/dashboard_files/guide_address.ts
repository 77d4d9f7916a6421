/** The address of the service in the guides, as they are written. */
const written = "http://127.0.0.1:3000";

// People copy the commands into a shell, and a host may contain `$(…)`: a link to such a host must not end in a command.
const plainOrigin = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Returns a guide with the real address of the service. An address with other characters than usual is left out. */
export function withAddress(guide: string, origin: string): string {
  return plainOrigin.test(origin) ? guide.replaceAll(written, origin) : guide;
}
