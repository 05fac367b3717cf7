import type { FastifyInstance } from 'fastify';

/** Largest body: JSON only; files have a path of their own. */
export const BODY_BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 20;
/** Keys of all objects of a body together; no shape of ours comes near. */
const KEYS_MAX = 200;

/** Refuses JSON nested deeper or wider than any of our shapes, and keys that name a prototype. */
function judge(parsed: unknown): void {
  let keys = 0;
  // Depth first with a list of our own: a body must not be able to use up the stack.
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: parsed, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEPTH_MAX) throw new SyntaxError('nested too deep');
    if (!Array.isArray(value)) {
      const own = Object.keys(value);
      keys += own.length;
      if (keys > KEYS_MAX) throw new SyntaxError('too many keys');
      if (own.includes('__proto__')) throw new SyntaxError('a key that is not allowed');
    }
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
}

/** Takes bodies of JSON and of no other type. */
export function addParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      const parsed: unknown = JSON.parse(String(text));
      judge(parsed);
      return done(null, parsed);
    } catch (error) {
      return done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
}
