// Promise: whatever leaves a rehearsal says that nothing there is money: each answer of each call of
// both origins, each page, file, mail, text message, document, statistic and signature; and nothing
// of it stands anywhere else. What is added without the mark fails here.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensure, utcDayOf } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import { readPo } from '@candor/locales/po';
import {
  BASE_PATH,
  ENDPOINTS,
  MODE_HEADER,
  REHEARSAL_HEADER,
  modeHeaderOf,
} from '@candor/protocol';
import { DESK_ENDPOINTS, type ReportFormat } from '@candor/protocol/desk';
import { CALLS, type CallName } from '@candor/protocol/light';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type MessageTemplate,
  mailWord,
  rehearsalMarks,
  writeMail,
  writeSms,
} from '../src/messaging/mail-text.ts';
import { createWebServer } from '../src/platform/http/web-server.ts';
import { createLog } from '../src/platform/process/log.ts';
import { REHEARSAL } from '../src/platform/process/rehearsal.ts';
import { amendInCase } from '../src/cases/index.ts';
import { drawPictures } from '../src/files/index.ts';
import { drawSample } from '../src/nft/pictures/drawing.ts';
import { artOf, keepPicture } from '../src/nft/pictures/keeping.ts';
import { insertArt } from '../src/nft/pictures/picture-store.ts';
import { PICTURE } from './form.ts';
import { fundHouse } from './decided-case.ts';
import { newBorrower, pledge } from './loans.ts';
import { openTokens } from './nft.ts';
import { readPdf } from './pdf-text.ts';
import { type TestDesk, startTestDesk } from './start-desk.ts';
import { type Trader, newTrader } from './trader.ts';
import { readZip } from './zip.ts';

const PATIENCE_MS = 120_000;

let desk: TestDesk;
let trader: Trader;
let receiptNo: string;

beforeAll(async () => {
  desk = await startTestDesk({ installation: 'rehearsal', feedMode: 'simulated' });
  trader = await newTrader(desk);
  await trader.says('60000', '60010');
  const order = await trader.opens({ lots: '0.02' });
  const closed = await trader.closes(order.id);
  receiptNo = closed.result.order.receiptNo ?? '';
}, PATIENCE_MS);
afterAll(() => desk.stop());

const at = (path: string): string => path.replaceAll(/:(\w+)/g, () => randomUUID());
const product = () => desk.app.http;
const deskHttp = () => {
  const { desk: here } = desk.app;
  if (here === null) throw new Error('there is no desk');
  return here.http;
};
const isMarked = ({ headers }: Pick<LightMyRequestResponse, 'headers'>): boolean =>
  headers[REHEARSAL_HEADER] === REHEARSAL;

describe('each answer of a call', () => {
  test.each(ENDPOINTS.map(({ name, method, path }) => [name, method, path] as const))(
    '%s',
    async (_, method, path) => {
      expect(isMarked(await product().inject({ method, url: `${BASE_PATH}${at(path)}` }))).toBe(
        true,
      );
    },
  );
  test.each(DESK_ENDPOINTS.map(({ name, method, path }) => [name, method, path] as const))(
    'of the desk: %s',
    async (_, method, path) => {
      expect(isMarked(await deskHttp().inject({ method, url: at(path) }))).toBe(true);
    },
  );

  test('refused before it is a call, or about the whole', async () => {
    for (const http of [product(), deskHttp()]) {
      expect(isMarked(await http.inject(`/${'a'.repeat(20_000)}`))).toBe(true);
      const document = await http.inject('/openapi.json');
      expect(isMarked(document)).toBe(true);
      expect(document.json()).toMatchObject({
        'x-rehearsal': true,
        info: { description: REHEARSAL },
      });
    }
  });
});

/** The files the product hands out, as a caller gets them. */
type Made = { readonly file: LightMyRequestResponse; readonly said: string };

const get = async (name: CallName, path: string): Promise<LightMyRequestResponse> => {
  const headers = { authorization: trader.token, virtually: 'NO' };
  const file = await product().inject({ url: `${BASE_PATH}${path}`, headers });
  expect([name, file.statusCode]).toEqual([name, 200]);
  return file;
};
const textOf = async (name: CallName, path: string): Promise<Made> => {
  const file = await get(name, path);
  return { file, said: file.body };
};
const textOfPdf = async (file: LightMyRequestResponse): Promise<string> => {
  const pages = await readPdf(file.rawPayload);
  return pages.map((page) => page.map(({ text }) => text).join('')).join('\n');
};
const pdfOf = async (name: CallName, path: string): Promise<Made> => {
  const file = await get(name, path);
  return { file, said: await textOfPdf(file) };
};
/** A loan of a rehearsal, part of whose collateral its owner sold. */
const loan = async () => {
  await fundHouse(desk, 10n ** 12n, desk.clock.now());
  await trader.says('60000', '60010');
  const who = await newBorrower(desk, [{ asset: 'BTC', units: 10n ** 8n }]);
  const drawn = await who.draws({ amount: '1000', collateral: pledge('BTC:0.1') });
  const paid = await who.repay(drawn.id, { amount: '100', source: 'collateral' });
  expect([paid.code, paid.refused.name]).toEqual(['200', undefined]);
  const [sale] = (await who.get(drawn.id)).sales;
  const [found] = await desk.owner.query<{ case_id: string }>(
    'select case_id from loans.loan where id = $1',
    [drawn.id],
  );
  return { who, agreementId: drawn.agreementId, saleId: sale?.id, caseId: found?.case_id };
};
const loanPdf = async (token: string, path: string): Promise<Made> => {
  const headers = { authorization: `Bearer ${token}`, [MODE_HEADER]: modeHeaderOf('real') };
  const file = await product().inject({ url: `${BASE_PATH}${path}`, headers });
  expect([path, file.statusCode]).toEqual([path, 200]);
  return { file, said: await textOfPdf(file) };
};
const buyToken = async () => {
  await trader.says('60000', '60010');
  const [sized = []] = await drawPictures([drawSample(1)], [640]);
  const art = artOf(sized, { seed: '1', author: 'a test', at: desk.clock.now() });
  await desk.db.transaction((tx) => insertArt(tx, art));
  const { offer } = await openTokens(desk);
  const id = await offer({ auction: null, artId: art.id });
  const { token } = await newBorrower(desk, [{ asset: 'USDT', units: 10n ** 9n }]);
  const odd = { id, kind: 'buy', amount: '100', requestId: randomUUID() };
  const answer = await desk.call('nft.buy', { token, mode: 'real', odd });
  expect([answer.code, answer.refused.name]).toEqual(['200', undefined]);
  return { token, id };
};
let bought: ReturnType<typeof buyToken> | null = null;
/** A token of a rehearsal that its owner bought; one is enough. */
const boughtToken = (): ReturnType<typeof buyToken> => (bought ??= buyToken());
/** A conversation the trader began. */
const conversation = async (): Promise<string> => {
  const odd = { subject: 'a', text: 'b', language: 'en', requestId: randomUUID() };
  return (await desk.call('support.open', { token: trader.token, odd })).result.id;
};

const fileOfDesk = async (path: string, cookie: string): Promise<LightMyRequestResponse> => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const file = await deskHttp().inject({ url: path, headers });
  expect([path, file.statusCode]).toEqual([path, 200]);
  return file;
};
const reportAs = async (format: ReportFormat): Promise<LightMyRequestResponse> => {
  const { cookie } = await desk.member('auditor');
  const day = utcDayOf(desk.clock.now());
  const body = { kind: 'fees', format, from: day, to: day } as const;
  const { id } = (await desk.desk('reports.start', { cookie, body })).result;
  const state = async () =>
    (await desk.desk('reports.list', { cookie })).result.find((one) => one.id === id)?.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');
  return fileOfDesk(`/desk/reports/${id}/file`, cookie);
};
/** A question with a picture, as a member of support sees its files. */
const supportFile = async (
  pathOf: (ids: { readonly id: string; readonly fileId: string }) => string,
): Promise<LightMyRequestResponse> => {
  const { token } = trader;
  const form = { purpose: 'support', file: PICTURE };
  const { fileId } = (await desk.call('files.upload', { token, form })).result;
  const odd = {
    ...{ subject: 'a', text: 'b', language: 'en' },
    ...{ requestId: randomUUID(), files: [fileId] },
  };
  const { id } = (await desk.call('support.open', { token, odd })).result;
  return fileOfDesk(pathOf({ id, fileId }), (await desk.member('support')).cookie);
};
/** A picture says nothing itself; its name and its answer do. */
const pictureOfSupport = async (): Promise<Made> => ({
  file: await supportFile(({ id, fileId }) => `/desk/support/${id}/pictures/${fileId}`),
  said: REHEARSAL,
});

/** How each file is had; one for each call that hands out files, by each of its media types. */
/** A document of a case, as the member who claimed it sees it. */
async function documentOfCase(): Promise<Made> {
  const { token, userId } = trader;
  const form = { purpose: 'kycFront', file: PICTURE };
  const { fileId } = (await desk.call('files.upload', { token, form })).result;
  const { cookie } = await desk.member('risk');
  const body = {
    ...{ userId, mode: 'demo', asset: 'USDT', direction: 'toUser', amount: '1', note: 'a' },
  };
  const { id } = (await desk.desk('cases.open-adjustment', { cookie, body })).result;
  const proposal = { userId, subject: 'a', amount: 1n, asset: 'USDT', facts: {} } as const;
  const amended = { proposal: { ...proposal, evidence: [fileId] }, by: 'system' } as const;
  const at = desk.clock.now();
  await desk.db.transaction((tx) => amendInCase(tx, id, { ...amended, at }));
  await desk.desk('cases.claim', { cookie, params: { id } });
  const file = await fileOfDesk(`/desk/cases/${id}/documents/${fileId}`, cookie);
  expect(file.statusCode).toBe(200);
  return { file, said: REHEARSAL };
}

/** The name of a token's picture at one width. */
async function keptPicture(): Promise<string> {
  const { db, clock } = desk;
  const { files } = desk.app;
  const said = { bytes: PICTURE, author: 'a member of staff', at: clock.now() };
  const kept = await keepPicture({ db, files }, said);
  const [image] = ensure(kept.ok ? kept.value : null, 'the picture is kept').images;
  return ensure(image, 'it has a width').name;
}

const FILES: Readonly<Record<string, () => Promise<Made>>> = {
  'portfolio.transactions text/csv': () =>
    textOf('portfolio.transactions', '/user/listTransactions?page=1&size=20&format=csv'),
  'portfolio.transactions application/pdf': () =>
    pdfOf('portfolio.transactions', '/user/listTransactions?page=1&size=20&format=pdf'),
  'portfolio.export-orders text/csv': () =>
    textOf('portfolio.export-orders', '/user/exportOrders?product=contracts'),
  'receipts.paper application/pdf': () =>
    pdfOf('receipts.paper', `/order/receipt/${receiptNo}/pdf?language=en`),
  'accounts.exported-data application/zip': async () => {
    const { token } = trader;
    const { id } = (await desk.call('accounts.export-data', { token })).result;
    await desk.app.security.settled();
    const file = await get('accounts.exported-data', `/user/exportData/${id}`);
    const files = readZip(file.rawPayload);
    for (const [name, text] of files) if (name.endsWith('.csv')) expect(text).toContain(REHEARSAL);
    return { file, said: files.get('REHEARSAL.txt') ?? '' };
  },
  'support.transcript text/plain; charset=utf-8': async () => {
    return textOf('support.transcript', `/support/${await conversation()}/transcript`);
  },
  'support.transcript application/pdf': async () =>
    pdfOf('support.transcript', `/support/${await conversation()}/transcript?format=pdf`),
  // The text that is signed and linked stays what it is: its name and its signature say it.
  'market.tapeDay text/plain; charset=utf-8': async () => {
    const day = utcDayOf(desk.clock.now());
    const { file } = await textOf('market.tapeDay', `/trust/tape/${day}`);
    return { file, said: REHEARSAL };
  },
  'desk reports.fetch text/csv': async () => {
    const file = await reportAs('csv');
    return { file, said: file.body };
  },
  'desk reports.fetch application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    async () => {
      const file = await reportAs('xlsx');
      return { file, said: [...readZip(file.rawPayload).values()].join('\n') };
    },
  'desk reports.fetch application/pdf': async () => {
    const file = await reportAs('pdf');
    return { file, said: await textOfPdf(file) };
  },
  'desk cases.document image/jpeg': documentOfCase,
  'desk cases.document image/png': documentOfCase,
  'desk support.picture image/jpeg': pictureOfSupport,
  'desk support.picture image/png': pictureOfSupport,
  'desk support.transcript text/plain; charset=utf-8': async () => {
    const file = await supportFile(({ id }) => `/desk/support/${id}/transcript`);
    return { file, said: file.body };
  },
  'desk support.transcript application/pdf': async () => {
    const file = await supportFile(({ id }) => `/desk/support/${id}/transcript?format=pdf`);
    return { file, said: await textOfPdf(file) };
  },
  // One line for each row, as they are linked; the signed head names the rehearsal.
  'desk audit.export application/x-ndjson': async () => {
    const { cookie } = await desk.member('auditor');
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const file = await deskHttp().inject({ url: '/desk/audit/export', headers });
    expect(file.body).toContain('candor-rehearsal/');
    return { file, said: REHEARSAL };
  },
  'loans.agreement application/pdf': async () => {
    const { who, agreementId } = await loan();
    return loanPdf(who.token, `/user/loanAgreement/${agreementId}`);
  },
  'loans.sale-report application/pdf': async () => {
    const { who, saleId } = await loan();
    return loanPdf(who.token, `/user/loanSaleReport/${saleId}`);
  },
  'desk loans.case-agreement application/pdf': async () => {
    const { caseId } = await loan();
    const { cookie } = await desk.member('risk');
    const file = await fileOfDesk(`/desk/cases/${caseId}/agreement`, cookie);
    return { file, said: await textOfPdf(file) };
  },
  // A user's own picture, unchanged; it is shown on pages, which say it.
  'files.view image/*': async () => {
    const form = { purpose: 'support', file: PICTURE };
    const sent = await desk.call('files.upload', { token: trader.token, form });
    const params = { id: sent.result.fileId };
    const link = await desk.call('files.link', { token: trader.token, params });
    const file = await product().inject(link.result.url);
    expect(file.statusCode).toBe(200);
    return { file, said: REHEARSAL };
  },
  'nft.certificate application/pdf': async () => {
    const { token, id } = await boughtToken();
    return loanPdf(token, `/user/nftCertificate/${id}`);
  },
  // Its words are outlines: that the hatch and the sentence are drawn is looked at where they are laid out.
  'nft.certificate-picture image/*': async () => {
    const { token, id } = await boughtToken();
    const url = `${BASE_PATH}/user/nftCertificatePicture/${id}`;
    const headers = { authorization: `Bearer ${token}`, [MODE_HEADER]: modeHeaderOf('real') };
    const file = await product().inject({ url, headers });
    expect(file.statusCode).toBe(200);
    return { file, said: REHEARSAL };
  },
  'nft.donations-file text/csv': () => textOf('nft.donations-file', '/index/donationsFile'),
  // The same of a token's picture, which is open to all once a token shows it.
  'nft.picture image/*': async () => {
    const { id } = await boughtToken();
    const { image } = (await desk.call('nft.get', { params: { id } })).result;
    const file = await product().inject(image);
    expect(file.statusCode).toBe(200);
    return { file, said: REHEARSAL };
  },
  'desk tokens.show-picture image/jpeg': async () => {
    const { cookie } = await desk.member('content');
    const file = await fileOfDesk(`/desk/token-pictures/${await keptPicture()}.jpg`, cookie);
    return { file, said: REHEARSAL };
  },
};

describe('each file', () => {
  const kindsOf = (all: readonly { readonly name: string; readonly file?: unknown }[]) =>
    all.flatMap(({ name, file }) =>
      (file === undefined ? [] : [file].flat()).map((type) => `${name} ${type}`),
    );
  const kinds = [...kindsOf(ENDPOINTS), ...kindsOf(DESK_ENDPOINTS).map((kind) => `desk ${kind}`)];

  test('is made here', () => expect(Object.keys(FILES).toSorted()).toEqual(kinds.toSorted()));

  test.each(Object.entries(FILES))(
    '%s',
    async (_, make) => {
      const { file, said } = await make();
      expect(isMarked(file)).toBe(true);
      const { 'content-disposition': kept } = file.headers;
      if (kept !== undefined) expect(kept).toContain('filename="rehearsal-');
      expect(said).toContain(REHEARSAL);
    },
    PATIENCE_MS,
  );
});

test('each published figure, and the feed', async () => {
  const open = ENDPOINTS.filter(
    ({ name, method }) =>
      method === 'GET' && (name === 'market.feeds' || name.startsWith('transparency.')),
  );
  expect(open.length).toBeGreaterThan(3);
  for (const { path } of open) {
    const { result } = (await product().inject(`${BASE_PATH}${path}`)).json<{ result: object }>();
    for (const one of [result].flat()) expect(one).toMatchObject({ rehearsal: true });
  }
});

test('what is signed carries a name that no real installation has', async () => {
  await desk.app.checkpoints.turn();
  const { body } = await product().inject(`${BASE_PATH}${CALLS['market.checkpoint'].path}`);
  expect(body).toContain('candor-rehearsal/');
  expect(body).not.toContain('candor-tape/');
});

test('a message of the product, as it leaves the house', async () => {
  const body = { channel: 'email', target: 'mara@mail.example', purpose: 'register' } as const;
  await desk.call('accounts.send-code', { odd: body });
  const [mail] = await desk.messages();
  expect(mail?.text.startsWith(REHEARSAL)).toBe(true);
});

const english = readPo(
  readFileSync(new URL('./en.po', import.meta.resolve('@candor/locales/po')), 'utf8'),
);
const TEMPLATES = english.flatMap(({ id }) => {
  const [, name] = /^mail\.(.+)-subject$/.exec(id) ?? [];
  return name === undefined ? [] : [name as MessageTemplate];
});
const SMS = english.flatMap(({ id }) => {
  const [, name] = /^sms\.(.+)$/.exec(id) ?? [];
  return name === undefined ? [] : [name as MessageTemplate];
});
const values = new Proxy<Record<string, string>>({}, { get: () => '7' });

describe.each(LOCALES.map(({ value }) => value))('each message in %s', (language) => {
  const mark = mailWord(language, 'rehearsal.mark');
  const frame = { phrase: null, isCustomer: true, operator: 'Harbour Ltd' };

  test.each(TEMPLATES)('mail %s', (template) => {
    const mail = writeMail({ template, language, values }, { ...frame, isRehearsal: true });
    expect(mail.text.startsWith(`${mark}\n\n`)).toBe(true);
    expect(mail.html).toContain(`<b>${mark}</b>`);
    const real = writeMail({ template, language, values }, frame);
    expect(`${real.text}${real.html}`).not.toContain(mark);
  });

  test.each(SMS)('text message %s', (template) => {
    const text = writeSms({ template, language, values, isRehearsal: true });
    expect(text.startsWith(`${mark}. `)).toBe(true);
    expect(writeSms({ template, language, values })).not.toContain(mark);
  });
});

describe('each page', () => {
  const HTML = '<!doctype html><html lang="en"><head><title>C</title></head><body></body></html>';
  const paths = ['/', '/pass/login', '/service.html', '/api/loginCallback/x', '/nobody/knows'];

  async function pagesOf(marks: ReturnType<typeof rehearsalMarks> | null): Promise<string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'candor-pages-'));
    await writeFile(join(folder, 'index.html'), HTML);
    const http = await createWebServer({
      log: createLog({ level: 'silent' }),
      pages: pathToFileURL(`${folder}/`),
      isHealthy: async () => true,
      figures: null,
      openApi: () => ({}),
      callsAt: BASE_PATH,
      isSecure: false,
      marks,
    });
    const sent = await Promise.all(paths.map(async (path) => (await http.inject(path)).body));
    await http.close();
    await rm(folder, { recursive: true });
    return sent;
  }

  test('has the hatch and the sentence in each language before its first paint', async () => {
    for (const page of await pagesOf(rehearsalMarks())) {
      expect(page).toContain('<html data-rehearsal');
      for (const { value, htmlLang } of LOCALES) {
        const mark = mailWord(value, 'rehearsal.mark');
        expect(page).toContain(`:root[lang="${htmlLang}"]{--rehearsal:"${mark}"}`);
      }
    }
  });

  test('of an installation that is none has nothing of it', async () => {
    for (const page of await pagesOf(null)) expect(page).not.toMatch(/rehearsal/i);
  });
});
