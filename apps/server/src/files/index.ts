/**
 * files — pictures and documents users bring: read, written anew, sealed, shown to whom they are for.
 * Owns: pictures and who looked at them.
 * Announces: nothing.
 * Needs: cases and audit for a document’s view; a picture’s capability says when it was used and may go.
 * Refuses: whatever is no picture, is too large, or more than twenty a day; a document to staff
 *   without a case they claimed, or more than thirty an hour.
 */
import { createHash } from 'node:crypto';
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { BASE_PATH, type Failure, type UploadPurpose, type UploadedFile } from '@candor/protocol';
import type { Database, Sql, Tx } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import type { Pdfs } from '../platform/formats/pdf/pdf.ts';
import { viewsLeft } from './document-rules.ts';
import { type DocumentItem, countViews, listDocuments } from './document-store.ts';
import { type ShowDocument, createDocumentViews } from './documents.ts';
import { type Picture, type PictureFailure, type Pictures, createPictures } from './pictures.ts';
import { type Resize, createResizing } from './resizing.ts';
import {
  KEPT_BYTES_MAX,
  LINK_MS,
  PICTURES_A_DAY,
  type PictureKind,
  UNUSED_MS,
  decidePicture,
  bitsOfLook,
  isApart,
  isCompared,
  isMeasured,
} from './rules.ts';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { createContents } from './contents.ts';
import { createDestroying } from './destroying.ts';
import {
  type Alike,
  type Near,
  createLooks,
  insertLook,
  listAlike,
  listNear,
} from './looks-store.ts';
import { createFileSealing } from './sealing.ts';
import { VIEW_EDGE_MAX } from './watermark.ts';
import {
  countSince,
  destroyFiles,
  destroyUnused,
  findFile,
  forgetRefused,
  insertEnded,
  insertFile,
  insertRefused,
  insertView,
  isOwn,
  lockAccount,
  markUsed,
  readKept,
  removeUnused,
} from './store.ts';

export { LOOK_PLACES, fileNameOf } from './rules.ts';
export type { Picture } from './pictures.ts';
export { drawPictures } from './drawing.ts';

/** A picture, open. */
export type OpenFile = { readonly id: string; readonly kind: PictureKind; readonly bytes: Buffer };

type UploadFailure = Failure<'image-format' | 'image-size' | 'upload-failed' | 'limit-reached'>;

/** What files offers. */
export type Files = {
  /**
   * Takes a picture: looks at its bytes, has it read and written anew elsewhere, seals the copy.
   *
   * @failure image-format, image-size, upload-failed, limit-reached — as the protocol says
   */
  keep(params: {
    userId: UserId;
    purpose: UploadPurpose;
    bytes: Buffer;
  }): Promise<Result<UploadedFile, UploadFailure>>;
  /**
   * A picture of the operator’s at some widths, as JPG, in their order; its caller keeps it.
   *
   * @failure image-format, image-size, upload-failed — as the protocol says
   */
  resized: Resize;
  /** A drawing of our own program, as SVG, as a picture so wide. @failure upload-failed — too many wait, or it took too long */
  drawn: Pictures['draw'];
  /** An address that opens one’s own picture for a while. @failure not-found — none of theirs */
  link(params: {
    userId: UserId;
    id: string;
  }): Promise<Result<{ url: string; expiresAt: UnixMs }, Failure<'not-found'>>>;
  /** Opens the picture of a link and writes the view down. @failure not-found — no such link */
  view(params: {
    id: string;
    until: number;
    seal: string;
  }): Promise<Result<OpenFile, Failure<'not-found'>>>;
  /**
   * Shows a document to the member of staff who claimed the case it was put to: never larger than a
   * screen, with name, time and case all over it. The view is written to the audit log.
   *
   * @failure forbidden, not-found, case-claimed, limit-reached — as `decideView` says
   * @failure upload-failed — it could not be made ready to be shown
   */
  showDocument: ShowDocument;
  /** Documents of a user among files of a case, and how many views a member has left. */
  documents(asked: {
    readonly ids: readonly string[];
    readonly userId: string | null;
    readonly memberId: string;
  }): Promise<{
    readonly records: DocumentItem[];
    readonly views: ReturnType<typeof viewsLeft>;
  }>;
  /** Opens a picture of support for a member of staff and writes down who it was; no document. */
  open(params: { id: string; viewer: string }): Promise<Result<OpenFile, Failure<'not-found'>>>;
  /** Destroys a picture nobody used yet. @failure not-found — none of theirs, or used */
  remove(params: { userId: UserId; id: string }): Promise<Result<null, Failure<'not-found'>>>;
  /**
   * Uses pictures for what they were brought for, in the transaction of what they belong to; from
   * then on they stay until `destroy`. Answers SHA-256 of each in hex, by its id.
   *
   * @failure not-found — one is not theirs, for something else, used, destroyed or too old
   */
  use(
    tx: Tx,
    params: { userId: UserId; ids: readonly string[]; purpose: UploadPurpose },
  ): Promise<Result<ReadonlyMap<string, string>, Failure<'not-found'>>>;
  /** Destroys pictures for good, used ones too: their keys are gone, those kept apart within a minute of the commit. */
  destroy(sql: Database | Tx, ids: readonly string[]): Promise<void>;
  /** Largest picture that is taken now. @units bytes */
  bytesMax(): number;
  /** What is kept about a user's pictures, for the copy of one's data. */
  wholeFile(userId: UserId): Promise<{ readonly name: string; readonly content: string }>;
  /** Destroys what nobody used in time, and keys of what was destroyed; answers how many pictures went. */
  tidy(): Promise<number>;
  /** Says that the relationship with a user ended, in its transaction: the years of retention begin. */
  endRelation(tx: Tx, userId: UserId, at: UnixMs): Promise<void>;
  /** Destroys every picture of users whose years are over; answers of how many users. */
  destroyOver(): Promise<number>;
  /** Pictures of other users that look like some, one of each, a few at most: the same, however it was saved. */
  alike(asked: { readonly ids: readonly string[]; readonly userId: UserId }): Promise<Alike[]>;
  /** Used pictures of payments since a moment that look like one, one of each user; five at most. */
  near(sql: Sql, asked: { readonly id: string; readonly since: UnixMs }): Promise<Near[]>;
  /** Destroys the keys of documents that are destroyed; one that cannot be holds no other up. */
  shred(): Promise<void>;
  /** Keys of destroyed documents that the last turn could not destroy. */
  undestroyed(): number;
  /** Ends the reader of pictures. */
  stop(): void;
};

/** Opens the letters most lines over documents are made of. */
const FIRST_LINE = 'A 0123456789';

/** Opens the capability. */
export function createFiles(deps: {
  db: Database;
  clock: Clock;
  log: Pick<Log, 'error'>;
  /** Secret of the installation under which pictures are sealed. */
  key: string;
  /** What earlier pictures may be sealed under instead; nothing is sealed under it any more. */
  formerKey?: string | null;
  /** Keys of documents, outside the database. */
  recordKeys: RecordKeys;
  /** Largest picture that is taken now. @units bytes */
  bytesMax: () => number;
  /** How long pictures of a user outlive the account. @units years */
  retentionYears: () => number;
  /** Draws the line over documents. */
  pdfs: Pick<Pdfs, 'outline'>;
  pictures?: Pictures;
}): Files {
  const { db, clock, bytesMax, pdfs, pictures = createPictures() } = deps;
  const sealing = createFileSealing(deps.key, deps.formerKey ?? null);
  const piecesOf = createLooks(deps.key);
  const contents = createContents({ sealing, recordKeys: deps.recordKeys });
  const destroying = createDestroying({ ...deps, contents });

  async function decideQuota(
    sql: Database | Tx,
    userId: UserId,
  ): Promise<Result<null, Failure<'limit-reached'>>> {
    const { count, first } = await countSince(sql, userId, plusMs(clock.now(), -DAY_MS));
    if (count < PICTURES_A_DAY || first === null) return ok(null);
    const until = String(plusMs(first, DAY_MS));
    return fail({
      name: 'limit-reached',
      field: 'file',
      facts: { what: 'pictures', max: String(PICTURES_A_DAY), until },
    });
  }

  async function readPicture(
    userId: UserId,
    purpose: UploadPurpose,
    bytes: Buffer,
  ): Promise<Result<Picture, PictureFailure>> {
    const most = bytesMax();
    if (bytes.length > most) return fail({ name: 'image-size' });
    const announced = decidePicture(bytes);
    if (!announced.ok) return announced;
    return pictures.rewrite({
      kind: announced.value.kind,
      bytes,
      owner: userId,
      wantsLook: isCompared(purpose) || isMeasured(purpose),
      bytesMax: Math.min(most, KEPT_BYTES_MAX),
      ...(isApart(purpose) ? { edgeMax: VIEW_EDGE_MAX } : {}),
    });
  }

  const linkTo = (id: string): { url: string; expiresAt: UnixMs } => {
    const expiresAt = plusMs(clock.now(), LINK_MS);
    const query = new URLSearchParams({
      until: String(expiresAt),
      seal: sealing.linkSeal(id, expiresAt),
    });
    return { url: `${BASE_PATH}/user/file/${id}?${query.toString()}`, expiresAt };
  };

  async function openFile(
    id: string,
    viewer: string | null,
  ): Promise<Result<OpenFile, Failure<'not-found'>>> {
    const row = await findFile(db, id);
    // Members of staff see documents for a case alone.
    const isClosed = viewer !== null && row?.purpose !== 'support';
    if (row === null || isClosed) return fail({ name: 'not-found' });
    const { kind } = row;
    const bytes = await contents.open(row);
    if (bytes === null) return fail({ name: 'not-found' });
    // Written down before it is shown.
    await insertView(db, { id, at: clock.now(), viewer });
    return ok({ id, kind, bytes });
  }

  return {
    resized: createResizing({ pictures, bytesMax }),
    drawn: pictures.draw,
    async keep({ userId, purpose, bytes }) {
      const before = await decideQuota(db, userId);
      if (!before.ok) return before;
      const read = await readPicture(userId, purpose, bytes);
      if (!read.ok) {
        const { name, isUnread = false } = read.failure;
        // It was looked at as the others are, so it is one of the day.
        if (!isUnread) await insertRefused(db, userId, clock.now());
        const facts = name === 'image-size' ? { facts: { max: String(bytesMax()) } } : {};
        return fail({ name, field: 'file', ...facts });
      }
      const { kind, width, height, bytes: picture, look } = read.value;
      const at = clock.now();
      const id = newUuid(at);
      const sealed = await contents.seal(picture, { userId, fileId: id, purpose, kind });
      const sha256 = createHash('sha256').update(picture).digest('hex');
      const expiresAt = plusMs(at, UNUSED_MS);
      const facts = { width, height, bytes: picture.length, sha256, expiresAt };
      const keptLook = look !== undefined && isMeasured(purpose) ? bitsOfLook(look) : null;
      // Where this throws nobody knows whether it was written: its key stays until `settleOpen` has asked.
      const kept = await db.transaction(async (tx) => {
        await lockAccount(tx, userId);
        // Asked again under the lock: others of the same account were being read meanwhile.
        const quota = await decideQuota(tx, userId);
        if (!quota.ok) return quota;
        const made = { id, userId, purpose, kind, ...facts, ...sealed, look: keptLook, at };
        await insertFile(tx, made);
        if (look !== undefined && isCompared(purpose)) {
          await insertLook(tx, { id, userId }, piecesOf(look));
        }
        return quota;
      });
      if (!kept.ok) {
        await contents.forget(id);
        return kept;
      }
      // Where this fails the next turn says so of it.
      await contents.settle({ fileId: id, purpose }).catch(() => undefined);
      return ok({ fileId: id, ...facts });
    },
    async link({ userId, id }) {
      return (await isOwn(db, userId, id)) ? ok(linkTo(id)) : fail({ name: 'not-found' });
    },
    async view({ id, until, seal }) {
      const isOver = until <= clock.now();
      if (isOver || !sealing.isLinkSeal(seal, { fileId: id, until })) {
        return fail({ name: 'not-found' });
      }
      return openFile(id, null);
    },
    open: ({ id, viewer }) => openFile(id, viewer),
    async documents({ ids, userId, memberId }) {
      const since = plusMs(clock.now(), -HOUR_MS);
      const views = viewsLeft(await countViews(db, memberId, since));
      const records = userId === null ? [] : await listDocuments(db, { ids, userId });
      if (records.length > 0) {
        pictures.expectViews();
        // The letters of its line are opened meanwhile; the view itself says where they cannot be.
        void pdfs.outline(FIRST_LINE).catch(() => undefined);
      }
      return { records, views };
    },
    showDocument: createDocumentViews({ db, clock, contents, pictures, pdfs }),
    async remove({ userId, id }) {
      const isGone = await removeUnused(db, { userId, id, at: clock.now() });
      return isGone ? ok(null) : fail({ name: 'not-found' });
    },
    async use(tx, { userId, ids, purpose }) {
      const asked = [...new Set(ids)];
      const used = await markUsed(tx, { userId, ids: asked, purpose, at: clock.now() });
      return used.size === asked.length ? ok(used) : fail({ name: 'not-found' });
    },
    destroy: (sql, ids) => destroyFiles(sql, ids, clock.now()),
    wholeFile: async (userId) => ({ name: 'pictures.json', content: await readKept(db, userId) }),
    async tidy() {
      const now = clock.now();
      await forgetRefused(db, plusMs(now, -DAY_MS));
      const gone = await destroyUnused(db, now);
      await destroying.shred();
      await destroying.settleOpen();
      return gone;
    },
    endRelation: insertEnded,
    destroyOver: destroying.over,
    bytesMax,
    alike: (asked) => listAlike(db, asked),
    near: listNear,
    shred: destroying.shred,
    undestroyed: destroying.undestroyed,
    stop: () => pictures.stop(),
  };
}
