export const bulk = {
  all: {
    complete: "Mark all completed",
    miss: "Mark all missed",
    move: "Move all",
    cancel: "Cancel all",
    archive: "Archive all",
  },
  help: {
    complete:
      "{count, plural, one {# appointment is} other {# appointments are}} marked as completed.",
    miss: "{count, plural, one {# appointment is} other {# appointments are}} marked as missed.",
    cancel:
      "{count, plural, one {# appointment is} other {# appointments are}} cancelled, and the credits are refunded. This cannot be undone.",
    archive:
      "{count, plural, one {# appointment leaves} other {# appointments leave}} the lists, and the places are free again. No credit is refunded. This cannot be undone.",
  },
  action: {
    complete: "{count, plural, one {Complete # appointment} other {Complete # appointments}}",
    miss: "Mark {count, number} as missed",
    move: "{count, plural, one {Move # appointment} other {Move # appointments}}",
    cancel: "{count, plural, one {Cancel # appointment} other {Cancel # appointments}}",
    archive: "{count, plural, one {Archive # appointment} other {Archive # appointments}}",
  },
  back: "Cancel",
  keep: "Keep appointments",
  reason: "Reason",
  reasonHelp:
    "Only needed for appointments before their day, which are not completed without one. The audit log keeps it, so it must not name a person.",
  to: "Move to",
  toHelp:
    "Each moves to the free time that is nearest to its present time, with the same staff member.",
  noTime: "No free time on that date",
  progress: "Progress",
  stop: "Stop",
  close: "Close",
  done: "{done, number} of {total, number} done",
  refused: "{count, number} not done",
  rest: "{count, number} not tried",
  selected: "{count, plural, one {# appointment} other {# appointments}} selected",
  selectAll: "Select all on this page",
  select: "Select {name}",
  clear: "Clear selection",
  bar: "Selected appointments",
} as const;
