export const departments = {} as const;
