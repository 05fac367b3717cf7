import type { ReactElement } from 'react';
import { CONTROLS } from './controls.tsx';
import { FIGURES } from './figures.tsx';
import { SURFACES } from './surfaces.tsx';

/** One drawing for each part, by the name it is exported under. */
export type Examples = Readonly<Record<string, () => ReactElement>>;

/** Examples of every part. */
export const EXAMPLES: Examples = { ...CONTROLS, ...FIGURES, ...SURFACES };
