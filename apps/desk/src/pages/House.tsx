import { buttonClass } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PROPOSERS } from '../features/cases/money-form.ts';
import { HouseView } from '../features/house/HouseView.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { PAGES, proposePath } from '../lib/paths.ts';
import { ask } from '../lib/query.ts';
import { hasRole, useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

const KINDS = ['houseFunding', 'takeOut', 'exchangeCover'] as const;

/** The operator's own money: what the house holds, and the cases that move it. */
export function House(): ReactElement {
  const t = useDeskT();
  const member = useMember();
  const balances = useQuery({
    queryKey: ['house', 'balances'],
    queryFn: ({ signal }) => ask('risk.house-balances', { signal }),
  });
  return (
    <PageFrame
      title={t('nav.house')}
      aside={
        <span className="flex flex-wrap gap-2 max-desktop:gap-y-3">
          {KINDS.filter((kind) => hasRole(member, PROPOSERS[kind])).map((kind) => (
            <Link
              key={kind}
              to={proposePath(kind)}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {t(`propose.act-${kind}`)}
            </Link>
          ))}
        </span>
      }
    >
      <div className="max-w-[640px]">
        <Waits of={balances}>{(house) => <HouseView of={house} />}</Waits>
        <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {KINDS.map((kind) => (
            <Link
              key={kind}
              to={`${PAGES.cases.path}?kind=${kind}`}
              className="inline-flex min-h-6 items-center underline max-desktop:min-h-11"
            >
              {t('house.cases', { kind: t(`case.kinds-${kind}`) })}
            </Link>
          ))}
        </p>
      </div>
    </PageFrame>
  );
}
