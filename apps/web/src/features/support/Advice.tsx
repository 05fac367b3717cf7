import { Card, ShieldWarningIcon, useT } from '@candor/ui';
import { type ReactElement, useId } from 'react';

const NEVER = [
  'support.never-password',
  'support.never-phrase',
  'support.never-payment',
  'support.never-remote',
] as const;

/** What nobody of us asks for, whatever name they use. @source PRODUCT 10 */
export function Advice({ className = '' }: { readonly className?: string }): ReactElement {
  const t = useT();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <Card className="p-5 max-desktop:p-4">
        <h2 id={titleId} className="flex items-start gap-2 text-md leading-6">
          <ShieldWarningIcon size={20} className="mt-0.5 shrink-0" />
          {t('support.advice')}
        </h2>
        <ul className="mt-3 grid list-disc gap-1.5 ps-5 text-sm text-ink-2 marker:text-ink-3">
          {NEVER.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
        <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
          {t('support.only-here')}
        </p>
      </Card>
    </section>
  );
}
