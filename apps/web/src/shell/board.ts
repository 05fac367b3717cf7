import { useState } from 'react';
import { readStored, store } from '../lib/storage.ts';

/** Whether the board was answered on this phone; `answer` remembers that it was. */
export function useBoard(): { readonly isShown: boolean; readonly answer: () => void } {
  const [isShown, setIsShown] = useState(() => readStored('showBoard') !== '1');
  const answer = (): void => {
    store('showBoard', '1');
    setIsShown(false);
  };
  return { isShown, answer };
}
