import type { ReactElement } from 'react';
import { useLayout } from '../lib/layout.ts';
import { Cached } from '../live/Cached.tsx';
import { Desk } from './trading/Desk.tsx';
import { PhoneList } from './trading/PhoneList.tsx';

/** The market: the desk with its first market on wide windows, the list on phones. */
export function Market(): ReactElement {
  const layout = useLayout();
  return <Cached>{layout === 'desktop' ? <Desk /> : <PhoneList />}</Cached>;
}
