// Promise: a certificate's picture states what its PDF does, of a rehearsal says so in its first line, and takes no
// outline that is anything but a path.
import { money, unixMs, utcDayOf } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import { describe, expect, test } from 'vitest';
import { mailWord } from '../../messaging/index.ts';
import type { CertificateFacts } from './certificate.ts';
import { CERTIFICATE_WIDTH, drawCertificate, layOut } from './drawing.ts';

const AT = unixMs(1_795_293_098_664);
const HASH = `0x${'ab'.repeat(32)}`;
const facts: CertificateFacts = {
  token: {
    title: 'Night boat',
    creator: 'Leila',
    seed: null,
    split: { charity: 8_800, creator: 700, house: 500 },
    place: { chain: 'tron', address: 'TXYZ', number: '7' },
  },
  charity: {
    id: 'c',
    name: 'Open Window school',
    country: 'GB',
    register: 'Charity Commission',
    registerNumber: '123456',
    registerUrl: null,
    agreement: 'A-7',
    agreedOn: utcDayOf(AT),
    isSample: true,
    raised: money('USDT', 0n),
  },
  sale: {
    tokenId: 't',
    title: 'Night boat',
    beneficiaryId: 'c',
    number: 'N-1',
    entryId: 'entry-1',
    at: AT,
    price: money('USDT', 100_000_000n),
    charity: money('USDT', 88_000_000n),
    creator: money('USDT', 7_000_000n),
    house: money('USDT', 5_000_000n),
  } as CertificateFacts['sale'],
  delivery: { tokenId: 't', hash: HASH, at: AT },
};
const asked = { origin: 'https://candor.example', mark: null };
const bare = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

describe.each(LOCALES)('in $value', ({ value: language, dir }) => {
  const mark = mailWord(language, 'rehearsal.mark');

  test('it states everything once, the charity’s part large, samples as samples', () => {
    const { lines } = layOut(facts, { ...asked, language });
    const said = lines.map(({ text }) => bare(text));
    for (const fact of ['Night boat', 'Tron', 'TXYZ', HASH, 'N-1', 'entry-1', '7']) {
      expect(said.filter((text) => text === fact)).toHaveLength(1);
    }
    expect(said.join(' ')).toContain('123456');
    expect(said).toContain(bare(mailWord(language, 'nft.samples')));
    expect(said).not.toContain(mark);
  });

  test('of a rehearsal it says so first, under a hatch', () => {
    const layout = layOut(facts, { ...asked, language, mark });
    expect(layout.lines[0]?.text).toBe(mark);
    const outlines = layout.lines.map(() => ({ path: 'M0 0L50 0L50 50Z', width: 800 }));
    const svg = drawCertificate(facts, layout, { language, outlines, art: Buffer.from('art') });
    expect(svg).toContain('stroke-width="5"');
    // Nothing is drawn beyond the sheet, whichever side lines begin on.
    const lefts = [...svg.matchAll(/translate\(([-\d.]+) /g)].map(([, x = '']) =>
      Number.parseInt(x, 10),
    );
    expect(lefts).toHaveLength(layout.lines.length);
    for (const left of lefts) expect(left).toBeGreaterThanOrEqual(0);
    for (const left of lefts) expect(left).toBeLessThan(CERTIFICATE_WIDTH);
    const picture = /<image x="(\d+)"/.exec(svg)?.[1];
    expect(picture).toBe(dir === 'rtl' ? '696' : '72');
  });
});

test('an outline that is no path is refused', () => {
  const layout = layOut(facts, { ...asked, language: 'en' });
  const outlines = layout.lines.map(() => ({ path: 'M0 0"/><script>', width: 1 }));
  const made = { language: 'en', outlines, art: Buffer.from('') };
  expect(() => drawCertificate(facts, layout, made)).toThrow('not a path');
});
