/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
type Schema = { readonly [key: string]: Json };

/** A schema and what it is called, "contracts.Order". */
export type NamedSchema = { readonly name: string; readonly schema: Json };

/** A shorter shape without a name is stated where it stands. */
const SHARED_FROM = 100;

const isObject = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refTo = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/**
 * A document whose schemas are stated once, under `$defs`: those with a name, and those without
 * that stand in it more than once, which are called after the first place they stand at. A shape
 * that many calls share is one change in a review.
 */
export function sharedDocument(document: Schema, named: readonly NamedSchema[]): Schema {
  const names = new Map<string, string>();
  for (const { name, schema } of named) {
    const text = JSON.stringify(schema);
    if (!names.has(text)) names.set(text, name);
  }
  const defs = new Map<string, Json>();
  const withNames = eachSchema(document, (schema, inner) => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return inner();
    if (!defs.has(name)) defs.set(name, inner());
    return refTo(name);
  });
  const whole = { ...withNames, $defs: Object.fromEntries(defs) };

  const counts = new Map<string, number>();
  eachSchema(whole, (schema, inner) => {
    const text = JSON.stringify(schema);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    // What a repeated shape holds repeats with it and needs no name of its own.
    return count === 1 ? inner() : schema;
  });
  const repeated = new Map<string, string>();
  const more = new Map<string, Json>();
  const shared = eachSchema(whole, (schema, inner, path) => {
    const text = JSON.stringify(schema);
    if (text.length < SHARED_FROM || (counts.get(text) ?? 0) < 2) return inner();
    const known = repeated.get(text);
    if (known !== undefined) return refTo(known);
    const name = path.join('.');
    if (defs.has(name) || more.has(name)) throw new Error(`two shapes would be called ${name}`);
    repeated.set(text, name);
    more.set(name, inner());
    return refTo(name);
  });
  const all = [...Object.entries(shared['$defs'] as Schema), ...more];
  return { ...shared, $defs: Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** What stands in the place of a schema; `inner` answers it with what it holds taken care of. */
type Replace = (schema: Schema, inner: () => Json, path: readonly string[]) => Json;

/** Words of JSON Schema and of the document, which say nothing of a place. */
const SILENT = new Set(['calls', 'frames', '$defs', 'properties', 'items']);

function eachSchema(document: Schema, replace: Replace): Schema {
  function visit(value: Json, path: readonly string[]): Json {
    if (Array.isArray(value)) return value.map((one: Json, at) => visit(one, [...path, `${at}`]));
    if (!isObject(value)) return value;
    const inner = (): Json => entriesOf(value, path);
    const isSchema = typeof value['type'] === 'string' || 'anyOf' in value || 'oneOf' in value;
    return isSchema ? replace(value, inner, path) : inner();
  }
  function entriesOf(value: Schema, path: readonly string[]): Schema {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        visit(one, SILENT.has(key) ? path : [...path, key]),
      ]),
    );
  }
  return entriesOf(document, []);
}
