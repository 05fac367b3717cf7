import type { ReactElement, ReactNode } from 'react';
import { ClockIcon } from './frame-icons.ts';
import {
  ArrowsClockwiseIcon,
  CheckCircleIcon,
  HourglassIcon,
  LockIcon,
  PlayCircleIcon,
  WarningCircleIcon,
} from './icons.ts';
import { XCircleIcon } from './note-icons.ts';
import type { IconProps } from './make-icon.tsx';

/** How a state is to be read. */
export type StatusTone = 'ok' | 'bad' | 'running' | 'warn' | 'neutral';

const TONES: Readonly<Record<StatusTone, string>> = {
  ok: 'bg-[var(--color-ok-tint)] text-[var(--color-ok)]',
  bad: 'bg-[var(--color-danger-tint)] text-[var(--color-danger)]',
  running: 'bg-accent-tint text-accent',
  warn: 'bg-warn-tint text-warn',
  neutral: 'bg-sunken text-ink-2',
};

/** Icons a status may carry. */
export type StatusIcon =
  | 'clock'
  | 'check'
  | 'x'
  | 'warning'
  | 'lock'
  | 'play'
  | 'hourglass'
  | 'repeat';

const ICONS: Readonly<Record<StatusIcon, (props: IconProps) => ReactElement>> = {
  clock: ClockIcon,
  check: CheckCircleIcon,
  x: XCircleIcon,
  warning: WarningCircleIcon,
  lock: LockIcon,
  play: PlayCircleIcon,
  hourglass: HourglassIcon,
  repeat: ArrowsClockwiseIcon,
};

/** A state: icon and word, never colour alone. */
export function StatusChip(props: {
  readonly tone?: StatusTone;
  readonly icon: StatusIcon;
  readonly children: ReactNode;
}): ReactElement {
  const Icon = ICONS[props.icon];
  return (
    // The words give the line, not the icon: a chip stands on the line of the text beside it.
    <span
      className={`inline-flex items-baseline gap-[5px] rounded-xs ps-1.5 pe-2 text-xs leading-[22px] font-medium whitespace-nowrap ${TONES[props.tone ?? 'neutral']}`}
    >
      <Icon size={14} className="self-center" />
      {props.children}
    </span>
  );
}
