export const appointments = {} as const;
