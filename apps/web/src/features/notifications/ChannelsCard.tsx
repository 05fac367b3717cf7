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
  // What was just chosen shows at once; a refusal takes it back.
  const wished = set.isPending ? set.variables : null;
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
        {channels.data !== undefined && (
          <Matrix
            titleId={titleId}
            preferences={channels.data.map((one) =>
              wished?.category === one.category ? { ...one, ...wished } : one,
            )}
            onChange={({ category, inApp, mail, push }) => {
              // One at a time: each says how all channels of its category stand.
              if (!set.isPending) set.mutate({ category, inApp, mail, push });
            }}
          />
        )}
      </Card>
    </section>
  );
}

/** Categories by channels. On phones a category takes the row above its three boxes. */
function Matrix(props: {
  readonly titleId: string;
  readonly preferences: readonly NotificationPreference[];
  readonly onChange: (preference: NotificationPreference) => void;
}): ReactElement {
  const { titleId, preferences, onChange } = props;
  const t = useT();
  const id = useId();
  return (
    <table
      aria-labelledby={titleId}
      className="mt-3 w-full border-collapse text-start max-desktop:block"
    >
      <thead className="max-desktop:sr-only">
        <tr className="text-xs text-ink-3 *:pb-2 *:font-medium">
          <th scope="col" className="text-start">
            {t('notifications.category')}
          </th>
          {CHANNELS.map(({ name, label }) => (
            <th key={name} id={`${id}-${name}`} scope="col" className="w-36 px-2 text-center">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-desktop:block">
        {preferences.map((one) => (
          <OneCategory key={one.category} id={id} preference={one} onChange={onChange} />
        ))}
      </tbody>
    </table>
  );
}

function OneCategory(props: {
  /** What the ids of heads begin with. */
  readonly id: string;
  readonly preference: NotificationPreference;
  readonly onChange: (preference: NotificationPreference) => void;
}): ReactElement {
  const { id, preference, onChange } = props;
  const t = useT();
  const { category, locked } = preference;
  return (
    <tr className="border-t border-line max-desktop:grid max-desktop:grid-cols-3 max-desktop:gap-x-2 max-desktop:py-3">
      <th
        scope="row"
        className="py-3 pe-4 text-start font-normal max-desktop:col-span-3 max-desktop:p-0"
      >
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          <span id={`${id}-${category}`}>{t(`notifications.category-${category}`)}</span>
          {locked && <StatusChip icon="lock">{t('notifications.locked')}</StatusChip>}
        </span>
        <span className="mt-0.5 block max-w-[72ch] text-sm text-ink-2">
          {t(`notifications.about-${category}`)}
        </span>
      </th>
      {CHANNELS.map(({ name, label }) => (
        <td key={name} className="px-2 text-center align-middle max-desktop:p-0">
          <label className="flex min-h-11 items-center justify-center gap-2 max-desktop:flex-col max-desktop:gap-1 max-desktop:pt-2">
            <input
              type="checkbox"
              aria-labelledby={`${id}-${category} ${id}-${name}`}
              checked={preference[name]}
              disabled={locked}
              onChange={(event) => onChange({ ...preference, [name]: event.target.checked })}
              className="size-6 shrink-0 accent-accent"
            />
            <span aria-hidden="true" className="text-center text-xs text-ink-2 desktop:hidden">
              {t(label)}
            </span>
          </label>
        </td>
      ))}
    </tr>
  );
}
