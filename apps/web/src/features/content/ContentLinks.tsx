import type { ContentItem } from '@candor/protocol/light';
import { CaretRightIcon, Empty, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';

/** Ways to texts; a notice says when it was written. */
export function ContentLinks(props: {
  readonly items: readonly ContentItem[];
  readonly withDay?: boolean;
}): ReactElement {
  const t = useT();
  const { items, withDay = false } = props;
  if (items.length === 0) return <Empty title={t('content.none')} className="!px-0" />;
  return (
    <ul>
      {items.map(({ id, title, updatedAt }) => (
        <li key={id} className="border-t border-line first:border-t-0">
          <Link
            href={href('content', { id, title })}
            className="flex min-h-12 items-center justify-between gap-3 py-2 hover:text-ink-2"
          >
            <span>
              <bdi>{title}</bdi>
              {withDay && (
                <span className="block text-sm text-ink-3">{formatTime(updatedAt, 'day')}</span>
              )}
            </span>
            <CaretRightIcon size={16} className="shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
