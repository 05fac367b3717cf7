// Promise: a member of staff sees a document only for a case they claimed, with their name, the time
// and the case over it; each view is counted and in the audit log, and nothing of it is kept.
import { HOUR_MS, type UserId } from '@candor/kernel';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { STAFF, type TestCases, openTestCases } from '../../test/cases.ts';
import { type TestKeys, openTestKeys } from '../../test/record-keys.ts';
import { createPdfs } from '../platform/formats/pdf/pdf.ts';
import { createLog } from '../platform/process/log.ts';
import { DOCUMENT_VIEWS_AN_HOUR, decideView } from './document-rules.ts';
import { type Files, createFiles } from './index.ts';

const PATIENCE_MS = 180_000;

let staged: TestCases;
let keys: TestKeys;
let files: Files;
let userId: UserId;
let fileId: string;
let caseId: string;
const pdfs = createPdfs();

const viewerOf = (who: keyof typeof STAFF, roles: readonly string[] = STAFF[who].roles) => ({
  id: STAFF[who].id,
  name: 'Anna 王小明 محمد',
  roles,
});
const show = (viewer = viewerOf('maker'), at = { caseId, fileId }) =>
  files.showDocument({ viewer, ...at });

async function bring(owner: UserId): Promise<string> {
  const noise = { type: 'gaussian', mean: 160, sigma: 8 } as const;
  const bytes = await sharp({
    create: { width: 640, height: 420, channels: 3, background: '#ccc', noise },
  })
    .jpeg()
    .toBuffer();
  const kept = await files.keep({ userId: owner, purpose: 'kycFront', bytes });
  if (!kept.ok) throw new Error(kept.failure.name);
  return kept.value.fileId;
}

const claim = (kind: 'claim' | 'release', who: 'maker' | 'both') =>
  staged.cases.move(caseId, {
    actor: STAFF[who],
    move: { kind },
    text: null,
    action: `cases.${kind}`,
  });

beforeAll(async () => {
  staged = await openTestCases();
  keys = await openTestKeys();
  const { recordKeys } = keys;
  files = createFiles({
    db: staged.db,
    clock: staged.clock,
    key: 'a secret',
    pdfs,
    recordKeys,
    log: createLog({ level: 'silent' }),
    bytesMax: () => 2 ** 21,
    retentionYears: () => 5,
  });
  userId = await staged.newUser(100_000_000n);
});
afterAll(async () => {
  files.stop();
  await pdfs.stop();
  await staged.stop();
  await keys.drop();
});
beforeEach(async () => {
  staged.clock.advance(HOUR_MS);
  fileId = await bring(userId);
  caseId = await staged.propose({
    kind: 'adjustment',
    userId,
    username: 'anna',
    mode: 'real',
    asset: 'USDT',
    units: 5_000_000n,
  });
  await staged.owner.query('update cases.case set evidence = array[$2::uuid] where id = $1', [
    caseId,
    fileId,
  ]);
}, PATIENCE_MS);

test(
  'what is shown has a line all over it, and what is kept stays as it was',
  async () => {
    expect((await claim('claim', 'maker')).ok).toBe(true);
    const [before] = await staged.owner.query('select body from files.file where id = $1', [
      fileId,
    ]);
    const shown = await show();
    if (!shown.ok) throw new Error(shown.failure.name);
    const { data, info } = await sharp(shown.value.bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([640, 420]);
    // Noise around a light grey was sent: darker points are the line's, in each part of the picture.
    const dark = new Set<number>();
    for (let at = 0; at < data.length; at += info.channels) {
      const point = at / info.channels;
      const part = Math.floor((point % 640) / 214) + 3 * Math.floor(point / 640 / 140);
      if ((data[at] ?? 255) < 115) dark.add(part);
    }
    expect(dark.size).toBe(9);
    const [after] = await staged.owner.query('select body from files.file where id = $1', [fileId]);
    expect(after).toEqual(before);
    const [row] = await staged.owner.query(
      `select action, actor, role, user_id, subject, details from audit.record
     where action = 'files.view-document' order by seq desc limit 1`,
    );
    const { id } = STAFF.maker;
    expect(row).toMatchObject({ actor: id, role: 'cashierMaker', user_id: userId });
    expect(String(row?.['subject'])).toMatch(/^A-\d{6}$/);
    expect(String(row?.['details'])).toContain(fileId);
  },
  PATIENCE_MS,
);

test(
  'without the claim, the right role or the right case nobody sees it',
  async () => {
    const other = await bring(userId);
    const count = async (): Promise<number> =>
      (await staged.owner.query('select 1 as one from files.document_view')).length;
    const before = await count();
    const failure = async (...asked: Parameters<typeof show>) => {
      const shown = await show(...asked);
      return shown.ok ? 'shown' : shown.failure.name;
    };
    expect(await failure()).toBe('forbidden');
    await claim('claim', 'maker');
    expect(await failure(viewerOf('both'))).toBe('case-claimed');
    for (const role of ['support', 'content', 'auditor', 'admin']) {
      expect(await failure(viewerOf('maker', [role]))).toBe('forbidden');
    }
    expect(await failure(viewerOf('maker'), { caseId, fileId: other })).toBe('not-found');
    expect(await failure(viewerOf('maker'), { caseId: fileId, fileId })).toBe('not-found');
    // A claim ends half an hour after its holder last did something.
    staged.clock.advance(HOUR_MS);
    expect(await failure()).toBe('forbidden');
    expect(await count()).toBe(before);
    // Nor through the door of support's pictures.
    const opened = await files.open({ id: fileId, viewer: 'staff:anna' });
    expect(opened).toEqual({ ok: false, failure: { name: 'not-found' } });
  },
  PATIENCE_MS,
);

test(
  'thirty within an hour, and not one more, however many ask at once',
  async () => {
    await claim('claim', 'maker');
    const at = staged.clock.now();
    await staged.owner.query(
      `insert into files.document_view (member, at, case_id, file_id)
     select $1::uuid, platform.from_ms($2), $3::uuid, $4::uuid from generate_series(1, $5::int)`,
      [STAFF.maker.id, at, caseId, fileId, DOCUMENT_VIEWS_AN_HOUR - 1],
    );
    const shown = await Promise.all([show(), show(), show()]);
    expect(shown.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of shown) {
      if (one.ok) continue;
      const facts = { what: 'documents', max: '30', until: String(at + HOUR_MS) };
      expect(one.failure).toEqual({ name: 'limit-reached', facts });
    }
  },
  PATIENCE_MS,
);

test('another user’s document is not shown for a case, also when it was put to it', () => {
  const decided = decideView({
    viewer: viewerOf('maker'),
    fileId,
    owner: 'another',
    claim: { holder: STAFF.maker.id, userId, evidence: [fileId] },
    views: { count: 0, first: null },
  });
  expect(decided).toEqual({ ok: false, failure: { name: 'not-found' } });
});
