import { type Clock, type Result, type UserId, fail, ok, utcDayOf } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { IdentityFinding, IdentityReview, LinesCheck } from '@candor/protocol/desk';
import { findClaim } from '../cases/index.ts';
import type { Files } from '../files/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import { checkNumber, foldLines } from './details-rules.ts';
import { readLines } from './lines.ts';
import type { Details } from './rules.ts';
import type { DetailSealing } from './sealing.ts';
import {
  type SubmissionRow,
  findOfCase,
  listCasesOfFiles,
  listDocuments,
  insertReading,
  listReadings,
  listSameNumber,
  lockPerson,
} from './store.ts';

/** Different numbers that may be read in one submission: a slip is corrected, and nobody's number tried out. */
const READINGS_MAX = 3;

/** A member of staff and the case they ask about. */
export type ReviewParams = { readonly memberId: string; readonly caseId: string };

/** A finding but for the name of its user. */
export type UnnamedFinding = Omit<IdentityFinding, 'username'>;

type Closed = Failure<'forbidden' | 'not-found' | 'case-claimed'>;

/** What a case is about but for the names of others. */
export type Review = Omit<IdentityReview, 'findings'> & {
  readonly number: string;
  readonly userId: UserId;
  readonly findings: readonly UnnamedFinding[];
};

/** What came of comparing a document as it was read. */
export type Checked = {
  readonly number: string;
  readonly userId: UserId;
  readonly lines: LinesCheck | null;
  readonly isSameNumber: boolean | null;
  readonly findings: readonly UnnamedFinding[];
};

/** What staff see of identifications: of the case they claimed alone. */
export type IdentityReviews = {
  /** @failure forbidden — nobody claimed it; case-claimed — another member did; not-found */
  read(asked: ReviewParams): Promise<Result<Review, Closed>>;
  /**
   * Compares a document as it was read; its number is kept as a keyed hash alone.
   *
   * @failure incomplete — neither number nor lines
   * @failure detail-refused — a number or lines no document has
   * @failure limit-reached — three different numbers were read in it already
   */
  check(
    asked: ReviewParams & { readonly documentNumber?: string; readonly mrz?: string },
  ): Promise<Result<Checked, Closed | Failure<'incomplete' | 'detail-refused' | 'limit-reached'>>>;
};

/** Opens the reviews in a process. */
export function createReviews(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: Pick<Files, 'alike'>;
  readonly sealing: DetailSealing;
}): IdentityReviews {
  const { db, clock, files, sealing } = deps;

  async function opened(
    asked: ReviewParams,
  ): Promise<Result<{ number: string; row: SubmissionRow }, Closed>> {
    const claim = await findClaim(db, { caseId: asked.caseId, at: clock.now() });
    const row = claim === null ? null : await findOfCase(db, asked.caseId);
    if (claim === null || row === null) return fail({ name: 'not-found' });
    if (claim.holder === asked.memberId) return ok({ number: claim.number, row });
    return fail({ name: claim.holder === null ? 'forbidden' : 'case-claimed' });
  }

  /** What the user typed and what staff read last: a slip that was corrected finds nobody. */
  async function numbersOf({ id, number_hash: typed }: SubmissionRow): Promise<Buffer[]> {
    const read = (await listReadings(db, id)).at(-1);
    return [typed, read ?? null].filter((one) => one !== null);
  }

  /** Keeps a number as it was read; a few different ones at most, so that nobody tries out whose number it is. */
  async function keepReading(
    row: SubmissionRow,
    read: { readonly member: string; readonly hash: Buffer },
  ): Promise<boolean> {
    const userId = row.user_id as UserId;
    return db.transaction(async (tx) => {
      await lockPerson(tx, userId);
      const known = await listReadings(tx, row.id);
      if (known.at(-1)?.equals(read.hash) === true) return true;
      if (known.length >= READINGS_MAX) return false;
      await insertReading(tx, row, { ...read, at: clock.now() });
      return true;
    });
  }

  /** Other accounts that sent the same number, or a picture like one of these. */
  async function findings(row: SubmissionRow): Promise<UnnamedFinding[]> {
    const userId = row.user_id as UserId;
    const hashes = await numbersOf(row);
    const numbers = hashes.length === 0 ? [] : await listSameNumber(db, userId, hashes);
    const documents = await listDocuments(db, userId, row.id);
    const ids = documents.map(({ file_id: fileId }) => fileId);
    const alike = await files.alike({ ids, userId });
    const cases = await listCasesOfFiles(
      db,
      alike.map(({ fileId }) => fileId),
    );
    return [
      ...numbers.map((one) => ({
        kind: 'same-number' as const,
        userId: one.user_id,
        caseId: one.case_id,
        at: one.submitted_at,
      })),
      ...alike.map(({ fileId, userId: other, at }) => ({
        kind: 'same-picture' as const,
        userId: other,
        caseId: cases.get(fileId) ?? null,
        at,
      })),
    ];
  }

  async function saidIn(row: SubmissionRow): Promise<Awaited<ReturnType<DetailSealing['open']>>> {
    return sealing.open(row.details, { userId: row.user_id, id: row.id });
  }

  return {
    async read(asked) {
      const found = await opened(asked);
      if (!found.ok) return found;
      const { number, row } = found.value;
      const userId = row.user_id as UserId;
      const said = await saidIn(row);
      const details = said !== null && 'firstName' in said ? said : null;
      const proof = said !== null && 'proof' in said ? said : null;
      const documents = await listDocuments(db, userId, row.id);
      const typed = details?.mrz === undefined ? null : linesOf(details.mrz, details);
      return ok({
        number,
        userId,
        details: details === null ? null : shownDetails(details),
        proof,
        replaced: documents.flatMap(({ kind, file_id: by, replaces: fileId }) =>
          fileId === null ? [] : [{ kind, fileId, by }],
        ),
        isNumberKnown: (await listReadings(db, row.id)).length > 0,
        findings: await findings(row),
        lines: typed,
      });
    },
    async check(asked) {
      const found = await opened(asked);
      if (!found.ok) return found;
      const { number: caseNumber, row } = found.value;
      const { documentNumber = '', mrz = '' } = asked;
      if (documentNumber === '' && mrz === '') return fail({ name: 'incomplete', field: 'mrz' });
      const said = await saidIn(row);
      const details = said !== null && 'firstName' in said ? said : null;
      const lines = mrz === '' ? '' : foldLines(mrz);
      const read = lines === '' || lines === null ? null : readLines(lines, details, today());
      if (lines === null || read?.ok === false) {
        return fail({ name: 'detail-refused', field: 'mrz', facts: { problem: 'lines' } });
      }
      const typed = documentNumber === '' ? null : checkNumber(documentNumber);
      if (typed?.ok === false) {
        const facts = { problem: 'number' };
        return fail({ name: 'detail-refused', field: 'documentNumber', facts });
      }
      const number = typed?.value ?? read?.value.number ?? null;
      const hash = number === null ? null : sealing.hashOf(number);
      const isKept = hash === null || (await keepReading(row, { member: asked.memberId, hash }));
      if (!isKept) {
        const facts = { what: 'numbers', max: String(READINGS_MAX) };
        return fail({ name: 'limit-reached', field: 'documentNumber', facts });
      }
      const own = details?.documentNumber;
      return ok({
        number: caseNumber,
        userId: row.user_id as UserId,
        lines: read?.value.check ?? null,
        isSameNumber: own === undefined || number === null ? null : own === number,
        findings: await findings(row),
      });
    },
  };

  function today(): ReturnType<typeof utcDayOf> {
    return utcDayOf(clock.now());
  }

  function linesOf(text: string, details: Details): LinesCheck | null {
    const read = readLines(text, details, today());
    return read.ok ? read.value.check : null;
  }
}

function shownDetails({ mrz: _lines, ...said }: Details): NonNullable<IdentityReview['details']> {
  const { documentNumber = null, signatureName = null } = said;
  return { ...said, documentNumber, signatureName };
}
