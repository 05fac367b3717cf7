// Promise: who owns a token has its certificate as PDF and as a picture in each language, with its number, charity,
// register, price, three parts, entry and place; nobody else has it, and equal facts are equal bytes. (PRODUCT 8)
import { ensure, newUuid } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import { BASE_PATH, MODE_HEADER, modeHeaderOf } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bidder, type NftProduct, startNftProduct } from '../../../test/nft.ts';
import { lettersOf, readPdf } from '../../../test/pdf-text.ts';
import { drawPictures } from '../../files/index.ts';
import { figureText } from '../../messaging/index.ts';
import { drawSample } from '../pictures/drawing.ts';
import { artOf } from '../pictures/keeping.ts';
import { insertArt } from '../pictures/picture-store.ts';

const PATIENCE_MS = 90_000;
const PLACE = { chain: 'ethereum', address: `0x${'1f'.repeat(20)}`, number: '7' } as const;

let stage: NftProduct;
let ann: Bidder;
/** A certificate alone, and a token on a chain. */
let bought: { readonly plain: string; readonly onChain: string };

async function buy(change: Parameters<NftProduct['offer']>[0], more: object = {}): Promise<string> {
  const price = { asset: 'USDT', units: 99_999_999n } as const;
  const id = await stage.offer({ auction: null, price, ...change });
  expect((await ann.buy(id, '99.999999', more)).code).toBe('200');
  return id;
}

async function anAddress(): Promise<string> {
  const id = newUuid(stage.product.clock.now());
  await stage.product.owner.query(
    `insert into cashier.book_address (user_id, id, asset, network, address, label, holder, created_at, usable_at)
     values ($1, $2, 'USDT', 'ethereum', $3, '', 'me', timestamptz 'epoch', timestamptz '1970-01-05')`,
    [ann.userId, id, `0x${'b'.repeat(40)}`],
  );
  return id;
}

beforeAll(async () => {
  stage = await startNftProduct();
  ann = await stage.bidder();
  const { product } = stage;
  const [sized = []] = await drawPictures([drawSample(20_260_101)], [640]);
  const art = artOf(sized, { seed: '20260101', author: 'a test', at: product.clock.now() });
  await product.db.transaction((tx) => insertArt(tx, art));
  const artId = art.id;
  bought = {
    plain: await buy({ artId, title: 'Kites after rain', creator: 'Leila' }),
    onChain: await buy({ artId, place: PLACE }, { addressId: await anAddress() }),
  };
}, PATIENCE_MS);
afterAll(() => stage.product.stop());

const get = (what: string, token = ann.token, mode: 'real' | 'demo' = 'real') =>
  stage.product.app.http.inject({
    url: `${BASE_PATH}/user/${what}`,
    headers: { authorization: `Bearer ${token}`, [MODE_HEADER]: modeHeaderOf(mode) },
  });

async function saidIn(bytes: Buffer): Promise<{ said: string; letters: string; pages: number }> {
  const pages = await readPdf(bytes);
  const said = pages
    .flat()
    .map(({ text }) => text)
    .join('');
  return { said: said.replaceAll(/\s/g, ''), letters: lettersOf(said), pages: pages.length };
}
const bare = (text: string): string => text.replaceAll(/\s/g, '');

describe.each(LOCALES)('in $value', ({ value: language }) => {
  test(
    'it states number, token, charity with its register, price, parts and entry, on one page',
    async () => {
      const answer = await get(`nftCertificate/${bought.plain}?language=${language}`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const { said, pages } = await saidIn(answer.rawPayload);
      const [mine] = (await ann.mine({ page: 1, size: 1, id: bought.plain })).result.records;
      const sale = ensure(mine?.bought, 'it is theirs');
      const figures = ['99.999999', '88.000001', '6.999999', '4.999999'];
      const facts = [
        ...figures.map((text) => figureText(language, text, 2)),
        ...['88', '7', '5'].map((text) => figureText(language, text, 0)),
        ...[sale.number, sale.entryId, 'Kites after rain', 'Leila', 'Open Window school', '123456'],
        ...['Charity Commission', 'A-7', '2023-11-01', '20260101'],
      ];
      for (const fact of facts) expect(said).toContain(bare(fact));
      expect(pages).toBe(1);
      const again = await get(`nftCertificate/${bought.plain}?language=${language}`);
      expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    'it is a picture too',
    async () => {
      const answer = await get(`nftCertificatePicture/${bought.plain}?language=${language}`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(answer.headers['content-disposition']).toMatch(
        new RegExp(`certificate-[\\dA-Z-]+-${language}\\.jpg"$`),
      );
      const { rawPayload: bytes } = answer;
      expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      // A page of outlines, not an empty one, and small enough to send on.
      expect(bytes.length).toBeGreaterThan(60_000);
      expect(bytes.length).toBeLessThan(600_000);
    },
    PATIENCE_MS,
  );
});

test(
  'a token on a chain has its contract, number and, once it was sent, the transaction',
  async () => {
    const before = await saidIn((await get(`nftCertificate/${bought.onChain}`)).rawPayload);
    for (const fact of ['Ethereum', PLACE.address]) expect(before.said).toContain(fact);
    expect(before.said).not.toContain('notonachain');
    const hash = `0x${'ab'.repeat(32)}`;
    expect(before.said).not.toContain(hash);
    await stage.product.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(
        `insert into nft.delivery (token_id, hash, case_id, at) values ($1, $2, $3, now())`,
        [bought.onChain, hash, newUuid(stage.product.clock.now())],
      );
    });
    const after = await saidIn((await get(`nftCertificate/${bought.onChain}`)).rawPayload);
    expect(after.said).toContain(hash);
  },
  PATIENCE_MS,
);

test('nobody has the certificate of a token that is not theirs, or not sold', async () => {
  const ben = await stage.bidder();
  const auction = await stage.offer();
  await ben.bid(auction, '100');
  for (const call of ['nftCertificate', 'nftCertificatePicture']) {
    expect((await get(`${call}/${bought.plain}`, ben.token)).statusCode).toBe(404);
    expect((await get(`${call}/${auction}`, ben.token)).statusCode).toBe(404);
    const practice = await get(`${call}/${bought.plain}`, ann.token, 'demo');
    expect(practice.json()).toMatchObject({ code: '11001' });
  }
  const odd = { params: { id: 'none' }, token: ann.token, mode: 'real' } as const;
  expect((await stage.product.call('nft.certificate', odd)).code).toBe('400');
  expect((await stage.product.call('nft.certificate-picture', odd)).code).toBe('400');
});
