export function ReportingTokens() { return null; }
