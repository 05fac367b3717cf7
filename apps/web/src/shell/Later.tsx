import type { ReactElement } from 'react';
import '../signs/signs.css';
import { Keys } from './Keys.tsx';

/** What no first screen needs: keys, and the signs in the discs, where letters stand until then. */
export function Later(): ReactElement {
  return <Keys />;
}
