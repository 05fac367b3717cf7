import { unpack } from '../src/platform/commit/packing.ts';
import type { Sql } from '../src/platform/postgres/db.ts';

/** A fact as it is read: its place, and its payload as text or packed. */
type FactRow = Readonly<Record<string, string | null>>;

/** The query of all facts of a topic that are kept, in their order. */
export const factsAbout = (topic: string): string => `
  select tx::text || ' ' || seq::text as place, payload, encode(packed, 'base64') as packed
  from platform.outbox where topic = '${topic}' order by tx, seq`;

/** What a fact says; a long one is kept packed. */
export function payloadOf<Payload>(row: FactRow): Payload {
  const packed = row['packed'] ?? null;
  const text = packed === null ? row['payload'] : unpack(Buffer.from(packed, 'base64'));
  return JSON.parse(text ?? 'null') as Payload;
}

/** Everything that was said under a topic and is kept, in its order. */
export async function findFacts<Payload>(sql: Sql, topic: string): Promise<Payload[]> {
  return (await sql.query<FactRow>(factsAbout(topic))).map((row) => payloadOf<Payload>(row));
}
