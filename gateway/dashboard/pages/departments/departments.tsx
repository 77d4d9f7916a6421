export function Departments() { return null; }
