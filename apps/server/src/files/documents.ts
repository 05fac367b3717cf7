import { type Clock, HOUR_MS, type Result, fail, isoText, ok, plusMs } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { writeAudit } from '../audit/index.ts';
import { findClaim } from '../cases/index.ts';
import type { Pdfs } from '../platform/formats/pdf/pdf.ts';
import type { Database } from '../platform/postgres/db.ts';
import { type ViewRefusal, type Viewer, decideView, watermarkText } from './document-rules.ts';
import { countViews, insertDocumentView, lockViewer } from './document-store.ts';
import type { Pictures } from './pictures.ts';
import type { PictureKind } from './rules.ts';
import type { Contents } from './contents.ts';
import { findFile, insertView } from './store.ts';

export type { Viewer } from './document-rules.ts';

/** A document as one member saw it at one moment. */
export type DocumentView = { readonly kind: PictureKind; readonly bytes: Buffer };

/** What a member asks for. */
export type ViewParams = {
  readonly viewer: Viewer;
  readonly caseId: string;
  readonly fileId: string;
};

/** Shows documents to members of staff. */
export type ShowDocument = (
  params: ViewParams,
) => Promise<Result<DocumentView, ViewRefusal | Failure<'upload-failed'>>>;

/** Opens the showing of documents; nothing of a view is kept but that there was one. */
export function createDocumentViews(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly contents: Pick<Contents, 'open'>;
  readonly pictures: Pick<Pictures, 'mark'>;
  readonly pdfs: Pick<Pdfs, 'outline'>;
}): ShowDocument {
  const { db, clock, contents, pictures, pdfs } = deps;
  return async ({ viewer, caseId, fileId }) => {
    const at = clock.now();
    const allowed = await db.transaction(async (tx) => {
      await lockViewer(tx, viewer.id);
      const views = await countViews(tx, viewer.id, plusMs(at, -HOUR_MS));
      const claim = await findClaim(tx, { caseId, at });
      const file = await findFile(tx, fileId);
      const decided = decideView({ viewer, fileId, owner: file?.user_id ?? null, claim, views });
      if (!decided.ok) return decided;
      if (claim === null || file === null) return fail({ name: 'not-found' as const });
      // Written down before it is shown, and counted also where showing it then fails.
      await insertDocumentView(tx, { member: viewer.id, at, caseId, fileId });
      await insertView(tx, { id: fileId, at, viewer: viewer.id });
      await writeAudit(tx, {
        at,
        actor: { kind: 'staff', id: viewer.id, role: decided.value },
        action: 'files.view-document',
        subject: claim.number,
        userId: claim.userId,
        details: { file: fileId, purpose: file.purpose },
      });
      return ok({ file, number: claim.number });
    });
    if (!allowed.ok) return allowed;
    const { file, number } = allowed.value;
    const said = { at: isoText(at).replace('T', ' ').slice(0, 19).concat(' UTC'), number };
    const [outline, bytes] = await Promise.all([
      pdfs.outline(watermarkText(viewer, said)),
      contents.open(file),
    ]);
    if (bytes === null) return fail({ name: 'not-found' });
    if (!outline.ok || outline.value.path === '') return fail({ name: 'upload-failed' });
    const marked = await pictures.mark({
      bytes,
      outline: outline.value,
      owner: viewer.id,
    });
    if (!marked.ok) return fail({ name: 'upload-failed' });
    return ok({ kind: marked.value.kind, bytes: marked.value.bytes });
  };
}
