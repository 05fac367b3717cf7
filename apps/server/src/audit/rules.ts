import type { UnixMs, UserId } from '@candor/kernel';

/** Who did what is written down. */
export type AuditActor =
  | { readonly kind: 'staff'; readonly id: string; readonly role: string }
  | { readonly kind: 'terminal'; readonly name: string }
  | { readonly kind: 'system' };

/** What an action's row may say besides its fields: texts, whole numbers, lists of texts. */
export type AuditDetails = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** One action as it is to be written down. */
export type AuditEntry = {
  readonly at: UnixMs;
  readonly actor: AuditActor;
  /** "cases.decide": where it belongs, a dot, what was done. */
  readonly action: string;
  /** What it was done to, as people name it: a number, a code, a user name. */
  readonly subject?: string | null;
  /** The user it concerns, who reads of it. */
  readonly userId?: UserId | null;
  /** Where another line of the user's own list tells of it already. */
  readonly isToldElsewhere?: boolean;
  readonly details?: AuditDetails;
};

const TEXT_MAX = 1_000;
const SUBJECT_MAX = 160;

/** What a name or subject keeps of a longer text. A character outside the basic plane stays whole. */
export function shortText(text: string, max: number = SUBJECT_MAX): string {
  // PostgreSQL keeps neither of them.
  const clean = text.toWellFormed().replaceAll('\u0000', '\ufffd');
  if (clean.length <= max) return clean;
  return `${clean
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** Details as they are kept: long texts shortened, so that a row stays a row. */
export function keptDetails(details: AuditDetails): AuditDetails {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      if (typeof value === 'string') return [key, shortText(value, TEXT_MAX)];
      if (typeof value !== 'object' || value === null) return [key, value];
      return [key, value.slice(0, 20).map((one) => shortText(one))];
    }),
  );
}

/** Id or name of an actor. */
export function actorName(actor: AuditActor): string {
  if (actor.kind === 'staff') return actor.id;
  return actor.kind === 'terminal' ? shortText(actor.name) : 'candor';
}

/** Who signs the heads: nothing that is signed of the tape can be taken for one of these. */
const auditOrigin = (signer: string): string => `${signer}/audit`;

/** The text that is signed of the log: whose it is, how many rows, the last hash, and when. */
export function headText(
  signer: string,
  head: { readonly count: number; readonly hash: Uint8Array; readonly at: UnixMs },
): string {
  const hash = Buffer.from(head.hash).toString('base64');
  return `${auditOrigin(signer)}\n${head.count}\n${hash}\ntime ${head.at}\n`;
}
