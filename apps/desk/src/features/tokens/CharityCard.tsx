import type { DeskCharity } from '@candor/protocol/desk-light';
import { StatusChip, formatDay } from '@candor/ui';
import type { ReactElement } from 'react';
import { countryText } from '../../lib/countries.ts';
import { useDeskT } from '../../lib/texts.ts';
import { MoneyFigures, Term } from './MoneyFigures.tsx';
import { PayeeCard } from './PayeeCard.tsx';

/** What was raised for a charity, less what was paid out, is what is held for it. */
export function CharityMoney({ of }: { readonly of: DeskCharity }): ReactElement {
  const t = useDeskT();
  const { raised, paidOut, held, sales, payouts, heldSince } = of;
  return (
    <MoneyFigures
      brought={{ label: t('charities.raised'), amount: raised }}
      left={{ label: t('charities.held'), amount: held }}
      since={heldSince}
      {...{ paidOut, sales, payouts }}
    />
  );
}

/** The register a charity stands in, and the agreement with it. */
export function CharityTerms({ of }: { readonly of: DeskCharity }): ReactElement {
  const t = useDeskT();
  const { register, registerNumber, registerUrl } = of;
  return (
    <dl className="grid grid-cols-3 gap-x-6 gap-y-2 text-sm max-desktop:grid-cols-1">
      <Term label={t('charities.field-country')}>{countryText(of.country, t)}</Term>
      <Term label={t('charities.field-register')}>
        {register} <span className="mono">{registerNumber}</span>
        {registerUrl !== null && (
          <a
            href={registerUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="block text-xs break-all underline"
          >
            {t('charities.register-page')}
          </a>
        )}
      </Term>
      <Term label={t('charities.field-agreement')}>
        {of.agreement}
        <span className="block text-xs text-ink-3">{formatDay(of.agreedOn)}</span>
      </Term>
    </dl>
  );
}

/** One beneficiary: its register and agreement, and its money. */
export function CharityCard(props: {
  readonly of: DeskCharity;
  /** Null where the member may propose none, or nothing is held. */
  readonly onPayOut: (() => void) | null;
}): ReactElement {
  const { of, onPayOut } = props;
  const t = useDeskT();
  return (
    <PayeeCard
      name={of.name}
      level={2}
      mark={of.isSample && <StatusChip icon="warning">{t('charities.sample')}</StatusChip>}
      onPayOut={onPayOut}
    >
      <CharityTerms of={of} />
      <div className="mt-3">
        <CharityMoney of={of} />
      </div>
    </PayeeCard>
  );
}
