import type { Translate } from '@candor/locales';
import { useT } from '@candor/ui';
import { useCallback, useState } from 'react';

/** How a sentence is said in whatever language is read when it is looked at. */
export type Say = (t: Translate) => string;

/**
 * A sentence a part of a page may have to say, such as why something failed. It is kept as how to
 * say it: a user who changes the language reads the same sentence in the new one.
 */
export function useSentence(): readonly [string | null, (say: Say | null) => void] {
  const t = useT();
  const [kept, setKept] = useState<{ readonly say: Say } | null>(null);
  const keep = useCallback((say: Say | null) => setKept(say === null ? null : { say }), []);
  return [kept === null ? null : kept.say(t), keep];
}
