import { accountDisabling } from './accounts/index.ts';
import type { KindsAbove } from './cases/index.ts';
import { legalText } from './content/index.ts';
import { instrumentCase } from './market/index.ts';
import { optionsEnabling, optionsEnding } from './options/index.ts';

/** Kinds of cases that capabilities bring: whatever opens cases in a process knows all of them. */
export const KINDS_ABOVE: KindsAbove = {
  accountDisabling,
  legalText,
  instrument: instrumentCase,
  optionsEnabling,
  optionsEnding,
};
