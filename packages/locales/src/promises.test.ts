import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPo } from './po.ts';
import { LOCALES } from './table.ts';

/** What promises a result, by language: nothing on our pages may, for money is lost here too. */
const PROMISES: Readonly<Record<string, RegExp>> = {
  en: /guarante|\bpromis|risk-free|riskless|\byields?\b|assured|sure profit|passive income|expected (?:return|profit of)|\bAPY\b/iu,
  'zh-CN': /保证(?!金)|保本(?!价|所需)|承诺|无风险|稳赚|包赚|收益率|预期收益|稳定收益|年化收益/u,
  'zh-HK': /保證(?!金)|保本(?!價|所需)|承諾|無風險|穩賺|包賺|收益率|預期收益|穩定收益|年化收益/u,
  ja: /(?<!未)保証(?!金)|約束|無リスク|リスクなし|利回り|期待収益|必ず儲/u,
  ko: /보장|약속|무위험|수익률|예상 수익|확정 수익/u,
  de: /garant|versprech|versprich|versproch|risikofrei|risikolos|\brenditen?\b|sicherer gewinn|erwarteter ertrag/iu,
  fr: /\bgaranti(?!e)|promess|\bpromet|sans risque(?! nouveau)|rendement|gain assuré|revenu passif/iu,
  it: /\bgarant(?!e\b)|promess|\bpromett|senza rischi\b|rendiment|guadagno sicuro/iu,
  es: /\bgaranti[zc]|\bgarantía de gan|\bpromes|\bpromet|sin riesgo(?! nuevo)|rendimient|rentabilidad|ganancia segura/iu,
  ar: /مضمون|نضمن|نعدك|وعدا|ربح أكيد|عائد (?:متوقع|يومي)|بلا مخاطر|خال من المخاطر|أرباح مؤكدة/u,
  th: /รับประกัน|การันตี|สัญญาว่า|ไม่มีความเสี่ยง|ผลตอบแทน|กำไรแน่นอน/u,
};

/** Texts that use such a word to deny it, or of a loan that is secured; each was read in its language. */
const DENIALS: ReadonlySet<string> = new Set([
  'agreement.collateral',
  'loan.example-text',
  'ticket.stop-gap',
]);

const textsOf = (file: string) =>
  readPo(readFileSync(join(import.meta.dirname, `${file}.po`), 'utf8'));

test.each(LOCALES.map(({ file }) => file))('no text in %s promises a result', (file) => {
  const words = PROMISES[file];
  if (words === undefined) throw new Error(`no words of a promise are known in ${file}`);
  const found = textsOf(file)
    .filter(({ id, text }) => !DENIALS.has(id) && words.test(text))
    .map(({ id, text }) => `${id}: ${text}`);
  expect(found).toEqual([]);
});

test('each language knows the words: a promise written in it would be found', () => {
  const said: Readonly<Record<string, string>> = {
    en: 'A guaranteed daily yield',
    'zh-CN': '保证每日收益率',
    'zh-HK': '保證每日收益率',
    ja: '毎日の利回りを保証します',
    ko: '매일 수익률을 보장합니다',
    de: 'Garantierte tägliche Rendite',
    fr: 'Un rendement quotidien garanti',
    it: 'Un rendimento giornaliero garantito',
    es: 'Una rentabilidad diaria garantizada',
    ar: 'عائد يومي مضمون',
    th: 'รับประกันผลตอบแทนรายวัน',
  };
  for (const { file } of LOCALES) expect(PROMISES[file]?.test(said[file] ?? ''), file).toBe(true);
});

test('a denial still stands in the catalogues', () => {
  const ids = new Set(textsOf('en').map(({ id }) => id));
  expect([...DENIALS].filter((id) => !ids.has(id))).toEqual([]);
});
