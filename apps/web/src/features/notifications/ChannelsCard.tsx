import type { NotificationPreference } from '@candor/protocol/light';
import { Card, ErrorNote, StatusChip, useT } from '@candor/ui';
import { type ReactElement, useId } from 'react';
import { Waiting } from '../../lib/Paged.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { useChannels, useSetChannels } from './api.ts';

const CHANNELS = [
  { name: 'inApp', label: 'notifications.in-app' },
  { name: 'mail', label: 'notifications.mail' },
  { name: 'push', label: 'notifications.push' },
] as const;

/** How the user is told of each category; what cannot be muted says so. */
export function ChannelsCard(): ReactElement {
  const t = useT();
  const titleId = useId();
  const channels = useChannels();
  const set = useSetChannels();
  const failure = failureOf(channels.error ?? set.error);
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <Card className="p-5 max-desktop:p-4">
        <h2 id={titleId} className="text-lg">
          {t('notifications.settings')}
        </h2>
        <p className="mt-1 max-w-[72ch] text-sm text-ink-2">{t('notifications.settings-lead')}</p>
        {failure !== null && <ErrorNote className="mt-3">{failureText(failure, t)}</ErrorNote>}
        {channels.data === undefined && failure === null && (
          <Waiting rows={2} className="mt-4 grid gap-3" />
        )}
        <ul className="mt-2">
          {(channels.data ?? []).map((one) => (
            <OneCategory
              key={one.category}
              preference={one}
              isBusy={set.isPending}
              onChange={({ category, inApp, mail, push }) =>
                set.mutate({ category, inApp, mail, push })
              }
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function OneCategory(props: {
  readonly preference: NotificationPreference;
  readonly isBusy: boolean;
  readonly onChange: (preference: NotificationPreference) => void;
}): ReactElement {
  const { preference, isBusy, onChange } = props;
  const t = useT();
  const { category, locked } = preference;
  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <fieldset disabled={locked || isBusy} className="grid gap-2">
        <legend className="flex flex-wrap items-center gap-2 font-semibold">
          {t(`notifications.category-${category}`)}
          {locked && <StatusChip icon="lock">{t('notifications.locked')}</StatusChip>}
        </legend>
        <p className="max-w-[72ch] text-sm text-ink-2">{t(`notifications.about-${category}`)}</p>
        <div className="flex flex-wrap gap-x-6">
          {CHANNELS.map(({ name, label }) => (
            <label
              key={name}
              className="flex min-h-10 items-center gap-2 text-sm max-desktop:min-h-11"
            >
              <input
                type="checkbox"
                checked={preference[name]}
                onChange={(event) => onChange({ ...preference, [name]: event.target.checked })}
                className="size-4 shrink-0 accent-accent"
              />
              {t(label)}
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  );
}
