import type { ReactElement } from 'react';
import '../signs/signs.css';
import { useArrival } from './arrival.ts';
import { Keys } from './Keys.tsx';

/**
 * What no first screen needs: the focus after a change of page, keys, and the signs in the discs,
 * where letters stand until then.
 */
export function Later(): ReactElement {
  useArrival();
  return <Keys />;
}
