// The public exports of the pages in the office.
export { createScreensHandler } from "./screens_handler.ts";
