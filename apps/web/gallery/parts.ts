import * as ui from '@candor/ui';
import type { IconProps } from '@candor/ui';
import type { ReactElement } from 'react';

/** What is drawn by itself is written with a capital letter; `DASH` and its like are texts. */
const PART = /^[A-Z][a-z]/;
const ICON = /Icon$/;

const parts = Object.entries(ui).filter(([name]) => PART.test(name));

/** One icon under the name it is exported by. */
export type NamedIcon = readonly [name: string, Icon: (props: IconProps) => ReactElement];

/** Icons are all drawn alike and need no example of their own. */
export const ICONS = parts.filter(([name]) => ICON.test(name)) as unknown as readonly NamedIcon[];

/** Every other part `packages/ui` exports; each needs an example. */
export const PARTS: readonly string[] = parts
  .map(([name]) => name)
  .filter((name) => !ICON.test(name));
