export function Team() { return null; }
