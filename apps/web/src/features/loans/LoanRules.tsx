import type { MessageKey } from '@candor/locales';
import { Card, KeyValue, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { type PublishedTerms, SALE_AFTER_DAYS } from './published.ts';
import { amountWords } from '../../lib/figure-words.ts';
import { percentWords } from './words.ts';

const RISKS: readonly MessageKey[] = [
  'loan.risk-sale',
  'loan.risk-gap',
  'loan.risk-interest',
  'loan.risk-locked',
  'loan.risk-trading',
];
const LATE: readonly MessageKey[] = ['loan.late-interest', 'loan.late-told', 'loan.late-sale'];

function Sentences(props: {
  readonly title: string;
  readonly keys: readonly MessageKey[];
  readonly values: Readonly<Record<string, string | number>>;
}): ReactElement {
  const { title, keys, values } = props;
  const t = useT();
  return (
    <Card className="p-5 max-desktop:p-4">
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-3 grid list-disc gap-2 ps-5 text-sm marker:text-ink-3">
        {keys.map((key) => (
          <li key={key}>{t(key, values)}</li>
        ))}
      </ul>
    </Card>
  );
}

type Lines = Pick<PublishedTerms, 'notices' | 'saleLine' | 'ltvMax' | 'spreadRate' | 'rateDaily'>;

/** The figures the sentences name. */
function valuesOf(terms: Lines): Readonly<Record<string, string | number>> {
  const [first = ''] = terms.notices;
  return {
    first: percentWords(first),
    sale: percentWords(terms.saleLine),
    drawn: percentWords(terms.ltvMax),
    spread: percentWords(terms.spreadRate),
    rate: percentWords(terms.rateDaily),
    days: SALE_AFTER_DAYS,
  };
}

/** What can go wrong, in plain words with the figures in force. */
export function LoanRisks({ terms }: { readonly terms: Lines }): ReactElement {
  const t = useT();
  return <Sentences title={t('home.what-can-go-wrong')} keys={RISKS} values={valuesOf(terms)} />;
}

/** What can go wrong and what happens then, in plain words with the figures in force. */
export function LoanRules({ terms }: { readonly terms: PublishedTerms }): ReactElement {
  const t = useT();
  const values = valuesOf(terms);
  return (
    <div className="grid items-start gap-4 desktop:grid-cols-3 desktop:gap-6">
      <LoanRisks terms={terms} />
      <Sentences title={t('loan.late-title')} keys={LATE} values={values} />
      <Card className="p-5 max-desktop:p-4">
        <h2 className="text-lg">{t('loan.limits')}</h2>
        <dl className="mt-3 grid gap-2 text-sm">
          {terms.limits.map(({ level, amount }) => (
            <KeyValue
              key={level}
              label={t('loan.level', { level: level === 1 ? 'documents' : 'address' })}
            >
              {amountWords({ asset: 'USDT', amount })}
            </KeyValue>
          ))}
          <KeyValue label={t('loan.least-amount')}>
            {amountWords({ asset: 'USDT', amount: terms.amountMin })}
          </KeyValue>
        </dl>
        <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
          {t('loan.limits-text', values)}
        </p>
      </Card>
    </div>
  );
}
