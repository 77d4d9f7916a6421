export const reportingTokens = {} as const;
