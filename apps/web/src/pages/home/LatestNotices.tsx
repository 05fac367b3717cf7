import { Button, formatTime, useLocale, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';
import { useCall } from '../../lib/use-call.ts';

/** As many as stand beside the market list. @source design a */
const SHOWN = 3;

/** The latest notices with their days; nothing is said to be new that no notice says. */
export function LatestNotices(): ReactElement | null {
  const t = useT();
  const { value: language } = useLocale();
  const { value, failure, reload } = useCall('content.list', {
    input: { params: { id: '6' }, query: { language } },
  });
  if (value === null && failure === null) return null;
  if (value === null) {
    return (
      <div role="alert" className="mt-3 grid justify-items-start gap-2 text-sm text-ink-2">
        {t('home.features-failed')}
        <Button size="sm" variant="secondary" onClick={reload}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (value.length === 0) {
    return <p className="mt-3 text-sm text-ink-2">{t('home.features-none')}</p>;
  }
  const latest = value.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, SHOWN);
  return (
    <ul className="mt-2">
      {latest.map(({ id, title, updatedAt }) => (
        <li key={id} className="border-t border-line first:border-t-0">
          <Link href={href('content', { id, title })} className="group block py-2.5">
            <span className="block text-xs text-ink-3">{formatTime(updatedAt, 'day')}</span>
            <bdi className="mt-0.5 block text-sm font-medium group-hover:underline">{title}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
