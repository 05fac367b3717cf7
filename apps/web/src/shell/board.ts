import { currentLayout } from '@candor/ui';
import { useState } from 'react';
import { readStored, store } from '../lib/storage.ts';

/**
 * Whether the board stands before the pages: on a phone that has not answered it, never in a window that becomes
 * narrow while a page is used. `answer` remembers that it was answered.
 */
export function useBoard(): { readonly isShown: boolean; readonly answer: () => void } {
  const [isShown, setIsShown] = useState(
    () => currentLayout() === 'mobile' && readStored('showBoard') !== '1',
  );
  const answer = (): void => {
    store('showBoard', '1');
    setIsShown(false);
  };
  return { isShown, answer };
}
