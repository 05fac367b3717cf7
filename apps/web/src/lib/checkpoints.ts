import { CHECKPOINT_HEADER, type Envelope } from '@candor/protocol/light';
import { readStored, store } from './storage.ts';

/** The newest that are kept, and beside them the last of each of so many days. */
const NEWEST_MAX = 20;
const DAYS_MAX = 20;
/** A checkpoint is a few hundred characters. */
const NOTE_MAX = 4_096;
const DAY_MS = 86_400_000;

/** A checkpoint of the tape as the server signed it: nothing secret, and worth keeping. */
export type HeldCheckpoint = {
  /** The whole signed text. */
  readonly note: string;
  readonly origin: string;
  readonly size: number;
  /** Base64, as the text has it. */
  readonly root: string;
  readonly at: number;
};

const TEXT = /^([^\n]+)\n([1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\ntime ([1-9]\d{0,15})\n\n\u2014 /;

/** What a checkpoint says; null where a text is none. */
export function readCheckpoint(note: unknown): HeldCheckpoint | null {
  if (typeof note !== 'string' || note.length > NOTE_MAX) return null;
  const [, origin, size, root, at] = TEXT.exec(note) ?? [];
  if (origin === undefined || root === undefined) return null;
  return {
    note,
    origin,
    size: Number.parseInt(size ?? '', 10),
    root,
    at: Number.parseInt(at ?? '', 10),
  };
}

/** Checkpoints this browser was given, the oldest first. */
export function listHeld(): readonly HeldCheckpoint[] {
  try {
    const stored: unknown = JSON.parse(readStored('checkpoints') ?? '[]');
    const notes = Array.isArray(stored) ? stored.slice(-NEWEST_MAX - DAYS_MAX) : [];
    return notes.flatMap((note) => readCheckpoint(note) ?? []);
  } catch {
    return [];
  }
}

/** The newest, and before them the last of each day: what is let go is covered by what stays. */
function bounded(held: readonly HeldCheckpoint[]): readonly HeldCheckpoint[] {
  const newest = held.slice(-NEWEST_MAX);
  const days = new Map(held.slice(0, -NEWEST_MAX).map((one) => [Math.floor(one.at / DAY_MS), one]));
  return [...[...days.values()].slice(-DAYS_MAX), ...newest];
}

/** Keeps a checkpoint; one that is kept already stays where it is. */
function holdCheckpoint(note: string): void {
  const given = readCheckpoint(note);
  if (given === null) return;
  const held = listHeld();
  if (held.some((one) => one.note === note)) return;
  store('checkpoints', JSON.stringify(bounded([...held, given]).map((one) => one.note)));
}

/** Reads the answer to a command, and keeps the checkpoint that came beside it. */
export async function readHolding(response: Response): Promise<Envelope<unknown>> {
  const envelope = (await response.json()) as Envelope<unknown>;
  try {
    const header = response.headers.get(CHECKPOINT_HEADER) ?? '';
    if (header.length > NOTE_MAX * 2) return envelope;
    const bytes = Uint8Array.from(atob(header), (letter) => letter.codePointAt(0) ?? 0);
    holdCheckpoint(new TextDecoder().decode(bytes));
  } catch {
    // Something between us and the server wrote a header of its own: the answer counts alone.
  }
  return envelope;
}
