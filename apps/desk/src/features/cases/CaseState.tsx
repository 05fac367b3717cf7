import type { CaseItem } from '@candor/protocol/desk-light';
import { StatusChip, type StatusIcon, type StatusTone } from '@candor/ui';
import type { DeskKey } from '@candor/locales/desk';
import type { ReactElement } from 'react';
import { useDeskT } from '../../lib/texts.ts';

type Look = { readonly tone: StatusTone; readonly icon: StatusIcon; readonly text: DeskKey };

const STATES: Readonly<Record<'open' | 'claimed' | 'firstYes', Look>> = {
  open: { tone: 'neutral', icon: 'clock', text: 'case.state-open' },
  claimed: { tone: 'neutral', icon: 'lock', text: 'case.state-claimed' },
  firstYes: { tone: 'running', icon: 'hourglass', text: 'case.state-firstYes' },
};
const VERDICTS: Readonly<Record<'approved' | 'rejected' | 'withdrawn', Look>> = {
  approved: { tone: 'ok', icon: 'check', text: 'case.verdict-approved' },
  rejected: { tone: 'bad', icon: 'x', text: 'case.verdict-rejected' },
  withdrawn: { tone: 'neutral', icon: 'x', text: 'case.verdict-withdrawn' },
};
const APPLYING: Look = { tone: 'running', icon: 'repeat', text: 'case.state-applying' };

function lookOf({ state, verdict, appliedAt }: CaseItem): Look {
  if (state !== 'decided') return STATES[state];
  if (verdict === 'approved' && appliedAt === null) return APPLYING;
  return VERDICTS[verdict ?? 'withdrawn'];
}

/** Where a case stands: icon and word. */
export function CaseState({ of }: { readonly of: CaseItem }): ReactElement {
  const t = useDeskT();
  const { tone, icon, text } = lookOf(of);
  return (
    <StatusChip tone={tone} icon={icon}>
      {t(text)}
    </StatusChip>
  );
}
