/** A text, or one for each form that the language has for a number. `{name}` is replaced by a value. */
export type Text = string | ({ [form in Intl.LDMLPluralRule]?: string } & { other: string });
