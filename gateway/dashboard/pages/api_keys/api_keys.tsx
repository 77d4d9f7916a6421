export function ApiKeys() { return null; }
