/** What every process that a test starts gets of our environment; else what a machine sets would decide. */
export const passedOn = {
  PATH: process.env["PATH"],
  TZ: process.env["TZ"],
  // Where it is set: processes start in half the time.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};
