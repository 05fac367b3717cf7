const LEAST = '00000000-0000-0000-0000-000000000000';
const GREATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// Every statement has one plan for all it is asked. With `$1 is null or (at, id) > …` that plan walks all rows before
// the place; a place that is always there is where an index begins.

/** SQL of an id that an ascending list goes on behind; before all of them where the value is null. @shape `$1` */
export const behindId = (id: string): string => `coalesce(${id}::uuid, '${LEAST}')`;

/** SQL of a place, a time in milliseconds and an id, that an ascending list goes on behind; its beginning for null. */
export const behindPlace = (ms: string, id: string): string =>
  `(coalesce(platform.from_ms(${ms}), '-infinity'), ${behindId(id)})`;

/** SQL of a place that a descending list goes on behind; its beginning for null. */
export const beforePlace = (ms: string, id: string): string =>
  `(coalesce(platform.from_ms(${ms}), 'infinity'), coalesce(${id}::uuid, '${GREATEST}'))`;
