export const search = {
  button: "Search",
  title: "Search appointments, pages and actions",
  placeholder: "Name, phone, reference, code, date or page",
  results: "Results",
  searching: "Searching …",
  count:
    "{count, plural, =0 {Nothing found} one {# result} other {# results}} · ↑ ↓ to choose, Enter to open",
  openDay: "Open {day}",
  showAll: "Show all appointments for “{text}”",
  newAppointment: "New appointment",
  changePassword: "Change password",
  groups: {
    recent: "Opened recently",
    upcoming: "Upcoming appointments",
    past: "Earlier appointments",
    date: "Day",
    pages: "Pages",
    actions: "Actions",
  },
} as const;
