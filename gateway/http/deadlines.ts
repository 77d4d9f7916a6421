/** How long callers may take. */
export interface Deadlines {
  /** For a body, from the end of the headers. */
  bodyMs: number;
  /** Without taking a byte of an answer. */
  stallMs: number;
  /** To take `minBytesPerWindow` of an answer. */
  windowMs: number;
  /** How often the above are checked; each may be exceeded by this. */
  sweepMs: number;
}

/** Tests shorten them. */
export const usualDeadlines: Deadlines = {
  bodyMs: 10_000,
  stallMs: 10_000,
  windowMs: 60_000,
  sweepMs: 1000,
};

/** A slow reader is served for as long as it takes about 1 KiB a second. */
export const minBytesPerWindow = 65_536;
