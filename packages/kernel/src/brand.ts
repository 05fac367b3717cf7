declare const brand: unique symbol;

/**
 * A nominal type: the same run-time value, but one the compiler will not mix up with another.
 *
 * @shape (underlying type, name) → type
 */
export type Brand<Value, Name extends string> = Value & {
  readonly [brand]: { readonly [Key in Name]: true };
};
