/** The shape of a namespace in another language: the same keys, any text. */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
};
