// The public exports of the event stream of staff.
export { createEventsHandler } from "./events_handler.ts";
