export const usage = {} as const;
