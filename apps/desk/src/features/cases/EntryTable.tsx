import type { CaseDecider, CaseEntry } from '@candor/protocol/desk-light';
import { DemoChip, Note, RealChip } from '@candor/ui';
import type { ReactElement } from 'react';
import { accountName } from '../../lib/account-name.ts';
import { exactAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';

function Account({ name }: { readonly name: string }): ReactElement {
  const t = useDeskT();
  return (
    <>
      <span className="block break-words">{accountName(name, t)}</span>
      <span className="mono block text-xs break-all text-ink-3">{name}</span>
    </>
  );
}

const HEAD = 'py-1.5 text-start text-xs font-medium text-ink-3';
const END = 'ps-3 py-[7px] text-end align-top';
const END_HEAD = 'ps-3 py-1.5 text-end text-xs font-medium text-ink-3';

/** What a case writes to the books: payments, then each balance they move, as it is and as it would be. */
export function EntryTable({ of: entry }: { readonly of: CaseEntry }): ReactElement {
  const t = useDeskT();
  const isReal = entry.mode === 'real';
  return (
    <section className="text-sm">
      <h3 className="mb-1 flex flex-wrap items-center gap-2 text-base tracking-normal">
        {t('entry.title')}{' '}
        {isReal ? <RealChip>{t('entry.real')}</RealChip> : <DemoChip>{t('entry.demo')}</DemoChip>}
      </h3>
      {!entry.isPossible && (
        <Note tone="warn" className="my-2">
          {t('entry.impossible')}
        </Note>
      )}
      <table className="w-full">
        <caption className="sr-only">{t('entry.payments')}</caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {t('entry.from')}
            </th>
            <th scope="col" className={HEAD}>
              {t('entry.to')}
            </th>
            <th scope="col" className={END_HEAD}>
              {t('entry.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entry.postings.map(({ from, to, amount, asset }) => (
            <tr key={`${from} ${to}`} className="border-t border-line">
              <td className="py-[7px] pe-3 align-top">
                <Account name={from} />
              </td>
              <td className="py-[7px] align-top">
                <Account name={to} />
              </td>
              <td className={END}>
                <span className="num font-semibold">{exactAmount(amount, asset)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="mt-3 w-full">
        <caption className="sr-only">{t('entry.balances')}</caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {t('entry.account')}
            </th>
            <th scope="col" className={END_HEAD}>
              {t('entry.before')}
            </th>
            <th scope="col" className={END_HEAD}>
              {t('entry.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entry.balances.map(({ account, asset, before, after }) => (
            <tr key={account} className="border-t border-line">
              <td className="py-[7px] pe-3 align-top">
                <Account name={account} />
              </td>
              <td className={END}>
                <span className="num text-ink-2">{exactAmount(before, asset)}</span>
              </td>
              <td className={END}>
                <span className="num font-semibold">{exactAmount(after, asset)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1.5 text-xs text-ink-3">{t('entry.now')}</p>
    </section>
  );
}

/** Who could give a yes that is missing. */
export function Deciders({
  of: deciders,
  needsPasskey,
}: {
  readonly of: readonly CaseDecider[];
  readonly needsPasskey: boolean;
}): ReactElement {
  const t = useDeskT();
  return (
    <section className="text-sm">
      <h3 className="mb-1 text-base tracking-normal">{t('case.deciders')}</h3>
      {deciders.length === 0 && <p className="text-ink-3">{t('case.deciders-none')}</p>}
      <ul>
        {deciders.map(({ id, name, roles, hasPasskey }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-t border-line py-[7px] first:border-t-0"
          >
            <bdi className="min-w-0 break-words">{name}</bdi>
            <span className="text-ink-3">
              {roles.map((role) => t(`role.${role}`)).join(', ')}
              {needsPasskey && !hasPasskey && (
                <span className="text-warn"> · {t('case.decider-no-passkey')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
