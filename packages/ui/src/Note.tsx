import type { ReactElement, ReactNode } from 'react';
import { InfoIcon, WarningIcon, XCircleIcon } from './note-icons.ts';

const NOTES = {
  error: {
    ground: 'bg-[var(--color-danger-tint)] text-[var(--color-danger)]',
    Icon: XCircleIcon,
    role: 'alert',
  },
  warn: { ground: 'bg-warn-tint text-warn', Icon: WarningIcon, role: 'status' },
  info: { ground: 'bg-sunken text-ink-2', Icon: InfoIcon, role: undefined },
} as const;

/** Inline words: what happened, whether money moved, what to do. */
export function Note(props: {
  readonly tone?: keyof typeof NOTES;
  readonly title?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}): ReactElement {
  const { tone = 'info', title, children, action, className = '' } = props;
  const { ground, Icon, role } = NOTES[tone];
  return (
    <div role={role} className={`flex gap-2.5 rounded-md p-3 text-sm ${ground} ${className}`}>
      <Icon size={18} weight={tone === 'info' ? 'regular' : 'fill'} className="mt-px" />
      <div className="min-w-0 flex-1">
        {title != null && <b className="block font-semibold">{title}</b>}
        {children}
        {action != null && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}

/** An error inline, with the way on. */
export function ErrorNote(props: {
  readonly children: ReactNode;
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}): ReactElement {
  return <Note tone="error" {...props} />;
}
