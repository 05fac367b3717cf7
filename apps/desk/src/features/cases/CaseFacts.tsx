import type { CaseDetail } from '@candor/protocol/desk-light';
import type { ReactElement } from 'react';
import { parameterName } from '../../lib/parameter-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { factLabel, factText } from './words.ts';

const MONO = new Set(['user', 'parameter']);

/** What the decision is about, row by row. */
export function CaseFacts({ of: { facts, rowHash } }: { readonly of: CaseDetail }): ReactElement {
  const t = useDeskT();
  return (
    <section aria-label={t('case.facts')}>
      <dl className="text-sm">
        {facts.map((fact) => (
          <div
            key={fact.key}
            className="grid grid-cols-[minmax(96px,1fr)_minmax(0,3fr)] gap-3 border-b border-line py-[7px]"
          >
            <dt className="text-ink-3">{factLabel(fact.key, t)}</dt>
            <dd
              className={`min-w-0 break-words whitespace-break-spaces ${MONO.has(fact.as) ? 'mono' : ''} ${fact.as === 'amount' ? 'num font-semibold' : ''}`}
            >
              {fact.key === 'parameter' && (
                <span className="block font-sans tracking-normal">
                  {parameterName(fact.value, t)}
                </span>
              )}
              <bdi>{factText(fact, t)}</bdi>
            </dd>
          </div>
        ))}
        <div className="grid grid-cols-[minmax(96px,1fr)_minmax(0,3fr)] gap-3 py-[7px]">
          <dt className="text-ink-3">{t('case.row-hash')}</dt>
          <dd className="mono min-w-0 text-xs leading-5 break-all text-ink-3">{rowHash}</dd>
        </div>
      </dl>
    </section>
  );
}
