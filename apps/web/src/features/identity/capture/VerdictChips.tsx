import { CheckCircleIcon, SunIcon, WarningCircleIcon, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import type { Verdict } from './measure.ts';

const CHIP = 'flex items-center gap-1.5 rounded-full bg-canvas/80 px-2.5 py-1 text-sm';

function Chip(props: {
  readonly isGood: boolean;
  readonly icon: ReactElement;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <li className={`${CHIP} ${props.isGood ? 'text-ink' : 'text-warn'}`}>
      {props.isGood ? <CheckCircleIcon size={18} weight="fill" /> : props.icon}
      {props.children}
    </li>
  );
}

/** Whether a picture is sharp and bright enough, in words and signs. */
export function VerdictChips({ verdict }: { readonly verdict: Verdict }): ReactElement {
  const t = useT();
  const { isSharp, light } = verdict;
  return (
    <ul aria-label={t('identity.checks')} className="flex flex-wrap justify-center gap-2">
      <Chip isGood={isSharp} icon={<WarningCircleIcon size={18} weight="fill" />}>
        {t(isSharp ? 'identity.sharp' : 'identity.blurred')}
      </Chip>
      <Chip isGood={light === 'enough'} icon={<SunIcon size={18} weight="fill" />}>
        {t(`identity.light-${light}`)}
      </Chip>
    </ul>
  );
}
