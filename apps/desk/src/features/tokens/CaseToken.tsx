import type { CaseDetail, DeskCharity } from '@candor/protocol/desk-light';
import { shiftDecimal } from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { CharityMoney, CharityTerms } from './CharityCard.tsx';
import { CreatorMoney } from './CreatorList.tsx';
import { PayoutTable } from './PayoutList.tsx';
import { Shares } from './Shares.tsx';
import { TokenFacts } from './TokenLook.tsx';
import { useTokenRights } from './may.ts';
import { dividedAmong } from './shares.ts';
import {
  pictureAt,
  useCharities,
  useCreator,
  useCreatorPayouts,
  usePayouts,
  useToken,
} from './tokens-api.ts';

/** Places between a share and ten-thousandths. */
const BASIS_PLACES = 4;
/** Pay-outs before that stand beside a new one. */
const PAYOUTS_SHOWN = 5;

type PayoutRows = ComponentProps<typeof PayoutTable>;
type PaidBeforeProps = Pick<PayoutRows, 'to'> & {
  readonly of: UseQueryResult<{ readonly records: PayoutRows['rows'] }>;
};
type Facts = CaseDetail['facts'];
const factOf = (facts: Facts, key: string) => facts.find((one) => one.key === key);

function Part(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="mt-5" aria-label={props.title}>
      <h3 className="mb-1 text-base tracking-normal">{props.title}</h3>
      {props.children}
    </section>
  );
}

/** The picture that is proposed, and of a change the one it takes the place of. */
function Pictures({ of: facts }: { readonly of: Facts }): ReactElement | null {
  const t = useDeskT();
  const picture = factOf(facts, 'picture');
  if (picture === undefined) return null;
  const shown = [
    ...(picture.before === undefined ? [] : [['tokens.picture-now', picture.before] as const]),
    ['tokens.picture-proposed', picture.value] as const,
  ];
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {shown.map(([key, name]) => (
        <figure key={key} className="m-0 max-w-[320px]">
          <img
            src={pictureAt(`${name}.jpg`)}
            alt={t(key)}
            className="max-h-64 rounded-md border border-line bg-sunken"
          />
          <figcaption className="mt-1 text-xs text-ink-3">{t(key)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/** What charity, artist and house get of the proposed price. */
function Divided({ of: facts }: { readonly of: Facts }): ReactElement | null {
  const part = (key: string): number =>
    Number.parseInt(shiftDecimal(factOf(facts, key)?.value ?? '', BASIS_PLACES), 10);
  const split = {
    charity: part('charity-share'),
    creator: part('creator-share'),
    house: part('house-share'),
  };
  const shares = dividedAmong(factOf(facts, 'price')?.value ?? '', split);
  if (shares === null) return null;
  return (
    <div className="mt-3">
      <Shares split={split} of={shares} />
    </div>
  );
}

/** The token as it stands now. */
function TokenNow({ id }: { readonly id: string }): ReactElement {
  const t = useDeskT();
  const token = useToken(id);
  return (
    <Part title={t('tokens.now')}>
      <Waits of={token} lines={4}>
        {(of) => <TokenFacts of={of} />}
      </Waits>
    </Part>
  );
}

/** The charity as it stands now; with a pay-out, those before it. */
function Charity(props: { readonly id: string; readonly isPayout: boolean }): ReactElement {
  const { id, isPayout } = props;
  const t = useDeskT();
  const charities = useCharities();
  return (
    <Part title={t('charities.now')}>
      <Waits of={charities} lines={3}>
        {({ records }) => {
          const found = records.find((one) => one.id === id);
          if (found === undefined) return <p className="text-sm">{t('charities.unknown')}</p>;
          return (
            <div className="mt-2 grid gap-3">
              <CharityTerms of={found} />
              <CharityMoney of={found} />
              {isPayout && <CharityPaidBefore id={id} />}
            </div>
          );
        }}
      </Waits>
    </Part>
  );
}

/** The artist as they stand now, with the pay-outs before a new one. */
function Creator({ id }: { readonly id: string }): ReactElement {
  const t = useDeskT();
  const creators = useCreator(id);
  const payouts = useCreatorPayouts(id, 1, PAYOUTS_SHOWN);
  return (
    <Part title={t('creators.now')}>
      <Waits of={creators} lines={3}>
        {({ records: [found] }) =>
          found === undefined ? (
            <p className="text-sm">{t('creators.unknown')}</p>
          ) : (
            <div className="mt-2 grid gap-3">
              <CreatorMoney of={found} />
              <PaidBefore to="creator" of={payouts} />
            </div>
          )
        }
      </Waits>
    </Part>
  );
}

function CharityPaidBefore({ id }: { readonly id: string }): ReactElement {
  return <PaidBefore to="charity" of={usePayouts(id, 1, PAYOUTS_SHOWN)} />;
}

function PaidBefore({ to, of }: PaidBeforeProps): ReactElement {
  const t = useDeskT();
  return (
    <Waits of={of} lines={2}>
      {({ records }) =>
        records.length === 0 ? (
          <p className="text-sm text-ink-3">{t('charities.none-paid')}</p>
        ) : (
          <PayoutTable caption={t('charities.paid-before')} to={to} rows={records} />
        )
      }
    </Waits>
  );
}

const same = (one: string | undefined, other: string): boolean =>
  one?.trim().toLowerCase() === other.trim().toLowerCase();

/** Charities that are registered already under the same name, or in the same register. */
function Alike({ of: facts }: { readonly of: Facts }): ReactElement {
  const t = useDeskT();
  const charities = useCharities();
  const name = factOf(facts, 'name')?.value;
  const register = factOf(facts, 'register')?.value;
  const page = factOf(facts, 'register-url')?.value;
  const isAlike = (one: DeskCharity): boolean =>
    same(name, one.name) || same(register, one.register);
  return (
    <Part title={t('charities.alike')}>
      {page !== undefined && (
        <p className="text-sm">
          <a href={page} target="_blank" rel="noopener noreferrer" className="break-all underline">
            {t('charities.register-page')}
          </a>
        </p>
      )}
      <Waits of={charities} lines={2}>
        {({ records }) => {
          const alike = records.filter(isAlike);
          if (alike.length === 0)
            return <p className="text-sm text-ink-3">{t('charities.none-alike')}</p>;
          return (
            <ul className="text-sm">
              {alike.map((one) => (
                <li key={one.id} className="border-t border-line py-[7px] first:border-t-0">
                  <bdi>{one.name}</bdi>{' '}
                  <span className="text-ink-3">
                    {one.register} <span className="mono">{one.registerNumber}</span>
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Waits>
    </Part>
  );
}

/** Of a case about a token or a charity: the picture, the shares, and both as they stand now. */
export function CaseTokenPart({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const { kind, facts } = one;
  const t = useDeskT();
  const { look, seeCreators } = useTokenRights();
  const tokenId = factOf(facts, 'token-id')?.value;
  const charityId = factOf(facts, 'charity-id')?.value;
  const creatorId = factOf(facts, 'creator-id')?.value;
  if (kind === 'beneficiary') return <Alike of={facts} />;
  const isOffer = kind === 'token' || kind === 'tokenChange';
  return (
    <>
      {isOffer && (
        <Part title={t('tokens.offered')}>
          <Pictures of={facts} />
          <Divided of={facts} />
        </Part>
      )}
      {tokenId !== undefined && look && <TokenNow id={tokenId} />}
      {creatorId !== undefined && seeCreators && <Creator id={creatorId} />}
      {charityId !== undefined && <Charity id={charityId} isPayout={kind === 'charityPayout'} />}
    </>
  );
}
