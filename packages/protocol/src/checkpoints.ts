import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { UnixMsNumber, queryInt } from './scalars.ts';

const none = z.strictObject({});

/** Proofs are small; a verifier of a receipt asks for one per tick. */
const PROOFS_PER_MINUTE = 300;

const Size = queryInt(1, Number.MAX_SAFE_INTEGER);
const Base64Text = z.string().meta({ description: 'base64 of RFC 4648, with padding' });
const HexText = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: '32 bytes in hex' });

/** What was signed of the tape at a moment. @source C2SP tlog-checkpoint */
export const SignedCheckpoint = z.strictObject({
  number: z.int().positive(),
  /** Ticks of the whole tape by then: leaves of its tree. */
  size: z.int().positive(),
  root: Base64Text,
  at: UnixMsNumber,
  /** Number of the key that signed it. */
  key: z.int().positive(),
  /** The signed text: all that has to be kept. */
  note: z.string().meta({ description: 'a C2SP checkpoint, a signed note' }),
});
export type SignedCheckpoint = z.infer<typeof SignedCheckpoint>;

export const latestCheckpoint = endpoint({
  name: 'market.checkpoint',
  summary:
    'The newest signed checkpoint of the tape: how many ticks it has, the root over them and the ' +
    'time, in the C2SP format. One is signed each minute. Keep it: it proves every tick before it.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/checkpoint',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: PROOFS_PER_MINUTE,
  body: none,
  query: none,
  params: none,
  result: SignedCheckpoint,
  failures: ['not-found'],
});

export const checkpointOfSize = endpoint({
  name: 'market.checkpointOfSize',
  summary: 'The newest checkpoint that was signed of the tape when it had so many ticks.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/checkpoint/:size',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: PROOFS_PER_MINUTE,
  body: none,
  query: none,
  params: z.strictObject({ size: Size }),
  result: SignedCheckpoint,
  failures: ['not-found', 'unreadable'],
});

export const inclusionProof = endpoint({
  name: 'market.inclusion',
  summary:
    'The hashes that prove a tick of the tape under a checkpoint of a size (the newest without ' +
    'one), as in RFC 9162 2.1.3.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/inclusion',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: PROOFS_PER_MINUTE,
  body: none,
  query: z.strictObject({
    tick: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}\/[1-9]\d{0,15}$/)
      .meta({ description: 'id of a tick, e.g. "2026-11-21/184467"' }),
    size: Size.optional(),
  }),
  params: none,
  result: z.strictObject({
    tick: z.string(),
    size: z.int().positive(),
    /** Number of the leaf, from 0, in the order of the tape. */
    index: z.int().nonnegative(),
    /** The link before it and its text; the leaf is SHA-256(0x02 ‖ before ‖ text). */
    before: HexText,
    text: z.string(),
    path: z.array(Base64Text).max(64),
  }),
  failures: ['not-found', 'unreadable'],
});

export const consistencyProof = endpoint({
  name: 'market.consistency',
  summary:
    'The hashes that prove that the tape of a size begins with all of a smaller one, as in RFC ' +
    '9162 2.1.4.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/consistency',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: PROOFS_PER_MINUTE,
  body: none,
  query: z.strictObject({ from: Size, to: Size }),
  params: none,
  result: z.strictObject({
    from: z.int().positive(),
    to: z.int().positive(),
    path: z.array(Base64Text).max(128),
  }),
  failures: ['not-found', 'unreadable'],
});

/** A key that signs, or signed once. It stays published. */
export const PublishedKey = z.strictObject({
  number: z.int().positive(),
  /** Name, key id and key in one, as tools for signed notes take it. */
  verifier: z.string(),
  publicKey: Base64Text,
  from: UnixMsNumber,
  /** When the next one took over; null while it signs. */
  until: UnixMsNumber.nullable(),
  /** The signature of the key before over what this one is; null for the first one. */
  endorsement: Base64Text.nullable(),
});

export const signingKeys = endpoint({
  name: 'market.keys',
  summary:
    'The keys that sign checkpoints and receipts, with their whole history, and who outside this ' +
    'installation witnesses what they sign.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/keys',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: PROOFS_PER_MINUTE,
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    schema: z.literal('candor.keys/1'),
    /** First line of every checkpoint, and the name of every key. */
    origin: z.string(),
    /** The oldest first. */
    keys: z.array(PublishedKey),
    /** Time stamps and witnesses outside; empty: nothing is anchored outside this installation. */
    anchors: z.array(z.string()),
  }),
  failures: [],
});
export type PublishedKeys = z.infer<typeof signingKeys.result>;
