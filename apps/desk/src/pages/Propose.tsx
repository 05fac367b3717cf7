import { Empty, Tabs, tabPanelProps } from '@candor/ui';
import type { ReactElement } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ProposeForm } from '../features/cases/ProposeForm.tsx';
import { MONEY_KINDS, PROPOSERS } from '../features/cases/money-form.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { PAGES, proposePath } from '../lib/paths.ts';
import { hasRole, useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

/** Proposes money to move: a case that two others decide. */
export function Propose(): ReactElement {
  const t = useDeskT();
  const member = useMember();
  const [path, navigate] = useLocation();
  const user = new URLSearchParams(useSearch()).get('user') ?? '';
  const mine = MONEY_KINDS.filter((kind) => hasRole(member, PROPOSERS[kind]));
  const said = path.slice(PAGES.propose.path.length + 1);
  const kind = said === '' ? mine[0] : mine.find((one) => one === said);
  return (
    <PageFrame title={t('propose.title')}>
      {kind === undefined ? (
        <Empty title={t('app.not-for-role')} className="px-0">
          {t('app.not-for-role-text')}
        </Empty>
      ) : (
        <div className="max-w-[640px]">
          {mine.length > 1 && (
            <Tabs
              id="propose"
              label={t('propose.kind')}
              value={kind}
              onChange={(chosen) => navigate(proposePath(chosen), { replace: true })}
              choices={mine.map((value) => ({ value, label: t(`case.kind-${value}`) }))}
              className="mb-4"
            />
          )}
          <div {...(mine.length > 1 ? tabPanelProps('propose', kind) : {})}>
            <ProposeForm key={`${kind} ${user}`} kind={kind} user={user} />
          </div>
        </div>
      )}
    </PageFrame>
  );
}
