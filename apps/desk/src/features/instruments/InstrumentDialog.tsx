import type { DeskInstrument } from '@candor/protocol/desk-light';
import { Dialog, Note, Tabs, formatNumber, formatTime, tabPanelProps } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { ChangeForm } from './ChangeForm.tsx';
import { RestrictForm } from './RestrictForm.tsx';
import { sourcesText } from './terms.ts';

const PARTS = ['facts', 'restrict', 'change'] as const;
type Part = (typeof PARTS)[number];

/** What it is now, row by row. */
function Facts({ of: instrument }: { readonly of: DeskInstrument }): ReactElement {
  const t = useDeskT();
  const { terms, leverageMax, lastPriceAt, isCompiled } = instrument;
  const rows: readonly (readonly [string, string])[] = [
    [t('instruments.name'), terms.name],
    [t('instruments.class'), t(`instruments.class-${terms.class}`)],
    [t('instruments.contractSize'), formatNumber(terms.contractSize)],
    [t('instruments.tickSize'), formatNumber(terms.tickSize)],
    [t('instruments.lotStep'), formatNumber(terms.lotStep)],
    [t('instruments.leverage'), t('instruments.times', { leverage: leverageMax })],
    [t('instruments.lotsMax'), formatNumber(terms.lotsMax)],
    [t('instruments.accountLotsMax'), formatNumber(terms.accountLotsMax)],
    [t('instruments.totalLotsMax'), formatNumber(terms.totalLotsMax)],
    [t('instruments.hours'), t(`instruments.calendar-${terms.calendar}`)],
    [t('instruments.sources'), sourcesText(terms)],
    [
      t('instruments.last-price'),
      lastPriceAt === null ? t('instruments.unseen') : formatTime(lastPriceAt),
    ],
    [t('instruments.origin'), t(isCompiled ? 'instruments.compiled' : 'instruments.added')],
  ];
  return (
    <dl className="mt-3 text-sm">
      {rows.map(([label, value]) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(120px,1fr)_minmax(0,1.4fr)] gap-3 border-b border-line py-[7px]"
        >
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One instrument: what it is, what is announced of it, and the ways to change that. */
export function InstrumentDialog(props: {
  readonly of: DeskInstrument;
  readonly venues: readonly string[];
  readonly asOf: number;
  readonly onClose: () => void;
}): ReactElement {
  const { of: instrument, venues, asOf, onClose } = props;
  const { code, restriction, announced } = instrument;
  const t = useDeskT();
  const id = useId();
  const mayAct = useMember().roles.includes('risk');
  const [part, setPart] = useState<Part>('facts');
  return (
    <Dialog open onClose={onClose} title={code}>
      {restriction !== null && (
        <Note tone="warn" className="mt-3">
          {t(`instruments.to-${restriction.status}`)}, {formatTime(restriction.since)}:{' '}
          <bdi>{restriction.reason}</bdi>
        </Note>
      )}
      {announced.map(({ from, number }) => (
        <Note key={number} className="mt-3">
          {t('instruments.announced', { number, when: formatTime(from, 'zone') })}
        </Note>
      ))}
      {mayAct && (
        <Tabs
          id={id}
          label={code}
          value={part}
          onChange={setPart}
          choices={PARTS.map((value) => ({ value, label: t(`instruments.part-${value}`) }))}
        />
      )}
      <div {...(mayAct ? tabPanelProps(id, part) : {})}>
        {part === 'facts' && <Facts of={instrument} />}
        {part === 'restrict' && <RestrictForm of={instrument} onDone={onClose} />}
        {part === 'change' && (
          <ChangeForm of={instrument} venues={venues} asOf={asOf} onDone={onClose} />
        )}
      </div>
    </Dialog>
  );
}
