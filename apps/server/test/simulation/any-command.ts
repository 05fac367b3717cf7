import * as fc from 'fast-check';

type Named = { readonly do: string };
type Fields<Command extends Named, Name extends Command['do']> = {
  [Key in Exclude<keyof Extract<Command, { do: Name }>, 'do'>]: fc.Arbitrary<unknown>;
};
type Weighted<Command> = { weight: number; arbitrary: fc.Arbitrary<Command> };

/** Names of commands with how often each comes and what its fields may be. */
export function commandsOf<Command extends Named>() {
  return <Name extends Command['do']>(
    name: Name,
    weight: number,
    fields: Fields<Command, Name>,
  ): Weighted<Command> => ({
    weight,
    arbitrary: fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Command>,
  });
}

/** A run: so many commands, one after another. */
export const runOf = <Command>(
  any: fc.Arbitrary<Command>,
  length: number,
): fc.Arbitrary<Command[]> => fc.array(any, { minLength: length, maxLength: length, size: 'max' });
