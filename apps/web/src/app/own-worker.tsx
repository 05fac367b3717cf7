import { loadAllTexts, t } from '@candor/locales';
import { buttonClass, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';

const ADDRESS = '/worker.js';
/** Name of the only policy that may let an address begin as a worker; the headers allow no other. */
const POLICY = 'candor-worker';
/** How often a page that stays open asks for another release. @units milliseconds */
const LOOK_EVERY_MS = 3_600_000;

type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): unknown };
};

function trustedAddress(): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  const policy = factory?.createPolicy(POLICY, {
    createScriptURL(text) {
      if (text !== ADDRESS) throw new TypeError('one address alone is a worker');
      return text;
    },
  });
  return (policy?.createScriptURL(ADDRESS) ?? ADDRESS) as string;
}

/** What the page uses now: languages, faces and pages that the worker cannot know of beforehand. */
function usedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}

function LoadNew({ onPress }: { readonly onPress: () => void }): ReactElement {
  const say = useT();
  return (
    <button
      type="button"
      className={buttonClass({ size: 'sm', variant: 'secondary' })}
      onClick={onPress}
    >
      {say('app.load-new')}
    </button>
  );
}

/** Another release waits: it is offered, and begins when the reader says so or leaves. */
async function offer(waiting: ServiceWorker): Promise<void> {
  await loadAllTexts();
  const begin = (): void => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    waiting.postMessage('begin', []);
  };
  toast({ title: t('app.new-version'), action: <LoadNew onPress={begin} /> });
}

/** Has the frame kept on the device, and offers each new release. A browser without workers goes without. */
export async function keepFrame(): Promise<void> {
  const { serviceWorker } = navigator;
  // The first worker of a device is no news to a user.
  const wasKept = serviceWorker.controller !== null;
  const registration = await serviceWorker.register(trustedAddress(), { updateViaCache: 'none' });
  const look = (fresh: ServiceWorker): void => {
    fresh.addEventListener('statechange', () => {
      if (fresh.state === 'installed' && wasKept) void offer(fresh);
    });
  };
  if (registration.waiting !== null && wasKept) void offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    if (registration.installing !== null) look(registration.installing);
  });
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
  const ready = await serviceWorker.ready;
  ready.active?.postMessage({ files: usedFiles() }, []);
}
