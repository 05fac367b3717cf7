import { Card, useT } from '@candor/ui';
import type { MessageKey } from '@candor/locales';
import { type ReactElement, useId } from 'react';

const LINES: readonly MessageKey[] = ['invite.you-see', 'invite.friend-sees', 'invite.no-reward'];

/** What both sides see of each other, and that nobody is paid. */
export function SeesSection(): ReactElement {
  const t = useT();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Card className="h-full p-5 max-desktop:p-4">
        <h2 id={titleId} className="text-lg">
          {t('invite.sees-title')}
        </h2>
        <ul className="mt-3 grid gap-3 text-ink-2">
          {LINES.map((line) => (
            <li key={line}>{t(line)}</li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
