import { decimal, formatDecimal, parseDecimal, roundToStep, utcDayOf } from '@candor/kernel';
import { paperWords } from '../../messaging/index.ts';
import { NOT_SET } from '../../parameters/index.ts';
import {
  type PdfPaper,
  type PdfPart,
  type PdfRow,
  leftToRight,
} from '../../platform/formats/pdf/pdf.ts';
import { type AgreementFacts, agreementText } from '../loan/agreement.ts';
import { type AgreementWords, sayingOf } from './words.ts';

const USDT = 'USDT';
/** A year of the yearly rate. @source LEDGER 4, "APR" */
const YEAR_DAYS = '365';
const CENT = decimal('0.01');

type Saying = ReturnType<typeof sayingOf>;
type Figures = Omit<ReturnType<typeof paperWords>, 'say'>;
type Tools = { readonly say: Saying } & Figures;

/** Prices of a line, each with its coin: never one below which the line is reached already. */
export function linePricesText(
  { amount }: Pick<Figures, 'amount'>,
  prices: readonly { readonly asset: string; readonly price: string }[],
): string {
  return prices
    .map(({ asset, price: text }) => {
      const price = parseDecimal(text);
      const rounded =
        price === null ? text : formatDecimal(roundToStep(price, { step: CENT, rounding: 'up' }));
      return leftToRight(`1 ${asset} = ${amount(rounded, USDT)}`);
    })
    .join(' · ');
}

/** What the operator set, in its own direction, or that it is not set. */
function setText({ say }: Pick<Tools, 'say'>, text: string): string {
  return text === NOT_SET ? say('trust.not-set') : `\u2068${text}\u2069`;
}

function partiesPart({ say }: Tools, { lender, borrower }: AgreementFacts): PdfPart {
  return {
    title: say('agreement.parties'),
    rows: [
      { label: say('agreement.lender'), value: setText({ say }, lender.name) },
      { label: say('parameter.operator-address'), value: setText({ say }, lender.address) },
      { label: say('parameter.operator-country'), value: setText({ say }, lender.country) },
      { label: say('parameter.operator-licence'), value: setText({ say }, lender.licence) },
      {
        label: say('agreement.borrower'),
        value: `\u2068${borrower.username}\u2069`,
        note: leftToRight(borrower.id),
      },
    ],
  };
}

function loanPart({ say, amount, figure, share }: Tools, facts: AgreementFacts): PdfPart {
  const rows: PdfRow[] = [
    { label: say('agreement.amount'), value: amount(facts.amount, USDT) },
    { label: say('agreement.term'), value: figure(String(facts.days)) },
    { label: say('agreement.free'), value: figure(String(facts.freeDays)) },
    {
      label: say('agreement.daily'),
      value: share(facts.rateDaily),
      note: say('agreement.daily-note'),
    },
    {
      label: say('agreement.apr'),
      value: share(facts.apr),
      note: say('agreement.apr-note', { days: YEAR_DAYS }),
    },
    { label: say('agreement.interest'), value: amount(facts.interest, USDT) },
    { label: say('agreement.fees'), value: say('agreement.none') },
    { label: say('agreement.total'), value: amount(facts.total, USDT) },
    {
      label: say('agreement.due'),
      value: leftToRight(facts.due),
      note: say('agreement.due-note', { day: utcDayOf(facts.at) }),
    },
  ];
  return { title: say('agreement.loan'), rows };
}

function collateralPart({ say, amount, share, figure }: Tools, facts: AgreementFacts): PdfPart {
  const rows = facts.collateral.map((held): PdfRow => {
    const bid = facts.bids.find(({ asset }) => asset === held.asset)?.price;
    return {
      label: leftToRight(held.asset),
      value: amount(held.amount, held.asset),
      note: bid === undefined ? undefined : say('agreement.bid', { price: figure(bid) }),
    };
  });
  return {
    title: say('agreement.collateral'),
    rows: [
      ...rows,
      { label: say('agreement.value'), value: amount(facts.value, USDT) },
      {
        label: say('agreement.ltv'),
        value: share(facts.ltv),
        note: say('agreement.ltv-note'),
      },
    ],
  };
}

function fallsParts(tools: Tools, facts: AgreementFacts): PdfPart[] {
  const { say, share } = tools;
  const lines = [...facts.notices, facts.saleLine].map((line) => {
    const reached = facts.steps.find(({ ltv }) => ltv === line);
    return [
      share(line),
      say(line === facts.saleLine ? 'agreement.step-sale' : 'agreement.step-notice'),
      reached === undefined ? '—' : linePricesText(tools, reached.prices),
    ];
  });
  return [
    {
      title: say('agreement.falls'),
      columns: [
        { head: say('agreement.ltv'), share: 2 },
        { head: say('agreement.step'), share: 3 },
        { head: say('agreement.reached'), share: 5, isFigure: true },
      ],
      lines,
      below: [
        say('agreement.falls-prices'),
        say('agreement.falls-notice'),
        say('agreement.falls-sale', {
          sale: share(facts.saleLine),
          line: share(facts.ltvMax),
          spread: share(facts.spreadRate),
        }),
        say('agreement.falls-gap'),
      ],
    },
  ];
}

function schedulePart({ say, amount, figure }: Tools, { schedule }: AgreementFacts): PdfPart {
  return {
    title: say('agreement.schedule'),
    columns: [
      { head: say('agreement.night'), share: 3, isFigure: true },
      { head: say('agreement.day-interest'), share: 4, isFigure: true },
      { head: say('agreement.owed'), share: 4, isFigure: true },
    ],
    lines: schedule.map(({ interest, owed }, index) => [
      figure(String(index + 1)),
      amount(interest, USDT),
      amount(owed, USDT),
    ]),
  };
}

/**
 * An agreement as a document in one language: the words it was signed in, and both figures and words
 * attached, so that its reader can compute the hash that was signed.
 */
export function agreementPaper(
  facts: AgreementFacts,
  options: {
    readonly language: string;
    /** Address of the product’s pages. */
    readonly origin: string;
    /** The texts whose hash the facts name. */
    readonly words: string;
  },
): PdfPaper {
  const { language, origin, words } = options;
  const say = sayingOf(JSON.parse(words) as AgreementWords, language);
  const tools: Tools = { ...paperWords(language), say };
  const { labelled, moment, share, figure } = tools;
  const { lender } = facts;
  const { text, hash } = agreementText(facts);
  return {
    language,
    title: say('agreement.title'),
    lead: [
      labelled(say('agreement.number'), leftToRight(facts.id)),
      labelled(say('agreement.written'), moment(facts.at)),
      say(language === 'en' ? 'agreement.english' : 'agreement.translation'),
      ...(facts.rehearsal ? [say('rehearsal.text')] : []),
    ],
    parts: [
      partiesPart(tools, facts),
      loanPart(tools, facts),
      {
        title: say('agreement.begin'),
        paragraphs: [
          say('agreement.begin-review', { days: figure(String(facts.offerDays)) }),
          say('agreement.begin-draw', { line: share(facts.ltvMax) }),
        ],
      },
      collateralPart(tools, facts),
      ...fallsParts(tools, facts),
      {
        title: say('agreement.repay'),
        paragraphs: [
          say('agreement.repay-any'),
          say('agreement.repay-free'),
          say('agreement.repay-law'),
        ],
      },
      {
        title: say('agreement.late'),
        paragraphs: [
          say('agreement.late-interest'),
          say('agreement.late-sale', { days: figure(String(facts.saleAfterDays)) }),
        ],
      },
      {
        title: say('agreement.complaints'),
        paragraphs: [
          say('agreement.complaints-text'),
          labelled(say('parameter.operator-complaints'), setText(tools, lender.complaints)),
        ],
      },
      { title: say('agreement.signature'), paragraphs: [say('agreement.signature-text')] },
      schedulePart(tools, facts),
    ],
    footer: [leftToRight(origin), leftToRight(`SHA-256 ${hash}`)],
    pageWords: say('paper.page', { page: '{page}', pages: '{pages}' }),
    at: facts.at,
    attached: [
      { name: 'agreement.json', text },
      { name: 'agreement-words.json', text: words },
    ],
  };
}
