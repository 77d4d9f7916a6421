export const firstSteps = {
  title: "First steps",
  department: "Create a department",
  hours: "Set its opening hours",
  key: "Create an API key for your website",
  booking: "Book a first appointment",
  done: "done",
} as const;
