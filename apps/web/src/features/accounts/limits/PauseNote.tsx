import { Note, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { usePauses } from './api.ts';

/** Says that nothing new is opened, why and until when; nothing while there is nothing to say. */
export function PauseNote({
  className = '',
}: {
  readonly className?: string;
}): ReactElement | null {
  const t = useT();
  const [longest] = usePauses().data ?? [];
  if (longest === undefined) return null;
  const { kind, until } = longest;
  const isThawing = kind === 'freeze' && until !== null;
  const when = until === null ? '' : formatTime(until);
  return (
    <Note tone="warn" title={t('breaks.note-title')} className={className}>
      {t(isThawing ? 'breaks.note-thawing' : `breaks.note-${kind}`, { when })}
    </Note>
  );
}
