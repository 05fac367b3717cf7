// Promise: documents and details are destroyed five years after the account was closed, keys first, and no copy of
// the database opens them; who has an account keeps them, and takes all of it along.
import { mkdir, readFile, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DETAILS, brings, closesAccount, papersOf, reviews } from '../../test/identity.ts';
import { type TestDesk, startTestDesk } from '../../test/start-desk.ts';
import { readZip } from '../../test/zip.ts';

const YEARS_MS = 5 * 365.25 * DAY_MS;
let product: TestDesk;

beforeAll(async () => {
  product = await startTestDesk();
});
afterAll(() => product.stop());

type User = Awaited<ReturnType<TestDesk['register']>>;

/** Sends a front that is rejected, and another one. */
async function identified(): Promise<User & { readonly files: string[] }> {
  const user = await product.register();
  const papers = await papersOf(product, user);
  await product.call('identity.submit', { token: user.token, odd: papers });
  await reviews(product, user.userId, { front: 'expired' });
  const frontId = await brings(product, user, 'kycFront');
  await product.call('identity.submit', { token: user.token, odd: { frontId } });
  await reviews(product, user.userId);
  const { backId, holdingId, signatureId } = papers;
  return { ...user, files: [papers.frontId, frontId, backId, holdingId, signatureId] };
}

async function keyNames(): Promise<string[]> {
  const names = await readdir(join(product.dataDir, 'keys'), { recursive: true });
  return names.flatMap((name) => name.split('/').slice(1));
}

const submissionsOf = ({ userId }: User) =>
  product.owner.query<{ id: string; details: Buffer | null; isNumbered: boolean }>(
    `select id, details, number_hash is not null as "isNumbered" from identity.submission
     where user_id = $1`,
    [userId],
  );

test('is destroyed five years after the end, former versions too, and not a day before', async () => {
  const gone = await identified();
  const stays = await identified();
  await closesAccount(product, gone);
  const before = await submissionsOf(gone);
  expect(before).toHaveLength(2);
  product.clock.advance(YEARS_MS - 2 * DAY_MS);
  expect(await product.app.identity.shred()).toBe(0);
  expect(await keyNames()).toEqual(expect.arrayContaining(gone.files));
  product.clock.advance(3 * DAY_MS);
  expect(await product.app.identity.shred()).toBe(1);
  const names = await keyNames();
  for (const id of [...gone.files, ...before.map(({ id }) => id)]) expect(names).not.toContain(id);
  expect(names).toEqual(expect.arrayContaining(stays.files));
  const after = await submissionsOf(gone);
  expect(after.every(({ details, isNumbered }) => details === null && !isNumbered)).toBe(true);
  const files = await product.owner.query<{ open: number }>(
    `select count(*)::int as open from files.file
     where user_id = $1 and (body is not null or shredded_at is null)`,
    [gone.userId],
  );
  expect(files).toEqual([{ open: 0 }]);
  // As from a copy made before: all of the rows are back, and nothing opens them.
  const trigger = 'alter table identity.submission %s trigger submission_case';
  await product.owner.query(trigger.replace('%s', 'disable'));
  await product.owner.query('update identity.submission set details = $2 where id = $1', [
    before[0]?.id,
    before[0]?.details,
  ]);
  await product.owner.query(trigger.replace('%s', 'enable'));
  const { content } = await product.app.identity.wholeFile(gone.userId);
  expect(content).not.toContain(DETAILS.lastName);
  expect(await product.app.identity.shred()).toBe(0);
});

test('one key that cannot be destroyed holds no other user up, and is told until it is gone', async () => {
  const stuck = await identified();
  const other = await identified();
  for (const user of [stuck, other]) await closesAccount(product, user);
  const [first] = await submissionsOf(stuck);
  const id = first?.id ?? '';
  const path = join(product.dataDir, 'keys', id.slice(-2), id);
  // A folder in the place of the file: nobody can write over it, not even the owner of everything.
  await rename(path, `${path}.kept`);
  await mkdir(path);
  product.clock.advance(YEARS_MS + DAY_MS);
  expect(await product.app.identity.shred()).toBe(1);
  expect(product.app.identity.undestroyed()).toBe(1);
  const { cookie } = await product.member('risk');
  const { result } = await product.desk('risk.health', { cookie });
  expect(result.stuck).toMatchObject({ usersUndestroyed: 1, keysUndestroyed: 0 });
  expect((await submissionsOf(other)).every(({ details }) => details === null)).toBe(true);
  await rmdir(path);
  await rename(`${path}.kept`, path);
  expect(await product.app.identity.shred()).toBe(1);
  expect(product.app.identity.undestroyed()).toBe(0);
  expect((await submissionsOf(stuck)).every(({ details }) => details === null)).toBe(true);
});

test('the copy of one’s data has what was said and decided', async () => {
  const user = await identified();
  const { token } = user;
  const { id } = (await product.call('accounts.export-data', { token })).result;
  await product.app.security.settled();
  const params = { id };
  const { headers } = { headers: { authorization: token } };
  const url = `/swx/customer/user/exportData/${params.id}`;
  const answer = await product.app.http.inject({ url, headers });
  const file = readZip(answer.rawPayload).get('identity.json') ?? '';
  const [first, second] = JSON.parse(String(file)) as { state: string; details: object }[];
  expect([first?.state, second?.state]).toEqual(['failed', 'verified']);
  expect(first?.details).toMatchObject({ lastName: DETAILS.lastName });
});

test('a planted marker is in no table of the database and no file of the data folder', async () => {
  const user = await product.register();
  const marker = 'Plantedmarker';
  const papers = await papersOf(product, user);
  const comment = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0, marker.length + 2]),
    Buffer.from(marker),
  ]);
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp({
    create: { width: 64, height: 48, channels: 3, background: '#456' },
  })
    .jpeg()
    .toBuffer();
  const file = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  expect(file.includes(marker)).toBe(true);
  const frontId = await brings(product, user, 'kycFront', file);
  const odd = { ...papers, frontId, lastName: marker, documentNumber: 'PLANTEDMARKER1' };
  expect((await product.call('identity.submit', { token: user.token, odd })).code).toBe('200');
  const tables = await product.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(60);
  const hex = Buffer.from(marker).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await product.owner.query(
      `select 1 from ${name} t where t::text ~* $1 or t::text like '%' || $2 || '%' limit 1`,
      [marker, hex],
    );
    if (rows.length > 0) found.push(name);
  }
  expect(found).toEqual([]);
  const entries = await readdir(product.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile());
  expect(files.length).toBeGreaterThan(4);
  for (const one of files) {
    const bytes = await readFile(join(one.parentPath, one.name));
    expect(bytes.toString('latin1')).not.toMatch(new RegExp(marker, 'i'));
  }
});
