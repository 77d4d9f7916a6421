/** The variables that every started process gets. Other variables of the machine must not decide a test. */
export const passedOn = {
  PATH: process.env["PATH"],
  TZ: process.env["TZ"],
  // Where it is set: processes start in half the time.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};
