import { DASH, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { deviceText } from './device-text.ts';

/** When something happened, in the reader's zone. */
export function WhenCell({ at }: { readonly at: number }): ReactElement {
  return <bdi className="text-sm whitespace-nowrap text-ink-2">{formatTime(at)}</bdi>;
}

/** The device something was done from, in a few words. */
export function DeviceCell({ device }: { readonly device: string }): ReactElement {
  const t = useT();
  return <bdi className="text-sm">{deviceText(device, t)}</bdi>;
}

/** The network something was done from; a dash where nobody was there. */
export function NetworkCell({ address }: { readonly address: string }): ReactElement {
  return (
    <bdi dir="ltr" className="text-sm text-ink-2">
      {address === '' ? DASH : address}
    </bdi>
  );
}
