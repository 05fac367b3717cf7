import type { Mode } from '@candor/kernel';
import { Segments, useT } from '@candor/ui';
import { Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { lazyPart } from '../../lib/lazy-part.ts';

const OTHER = { demo: 'real', real: 'demo' } as const;

const ModeDialog = lazyPart(() => import('./ModeDialog.tsx').then((module) => module.ModeDialog));

/** Segments that change the account mode after asking. */
export function ModeSwitch({ wide = false }: { readonly wide?: boolean }): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const [asked, setAsked] = useState<Mode | null>(null);
  return (
    <>
      <Segments
        label={t('mode.label')}
        wide={wide}
        value={mode}
        choices={[
          { value: 'demo', label: t('mode.demo') },
          { value: 'real', label: t('mode.real') },
        ]}
        onChange={(value) => {
          if (value !== mode) setAsked(value);
        }}
        chosenClass={(value) =>
          value === 'demo'
            ? 'hatch text-demo-ink font-semibold inset-ring inset-ring-demo-line'
            : 'bg-ink text-on-ink font-semibold'
        }
      />
      {asked !== null && (
        <Suspense>
          <ModeDialog to={asked} open onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The band's link to the other mode. */
export function ModeLink({ children }: { readonly children: ReactNode }): ReactElement {
  const { mode } = useSession();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsAsked(true)} className="target band-link">
        {children}
      </button>
      {isAsked && (
        <Suspense>
          <ModeDialog to={OTHER[mode]} open onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
