export function Department() { return null; }
