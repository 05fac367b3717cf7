import { loadAllTexts } from '@candor/locales';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * A part of a page whose code and texts come when it is shown: what is below the first screen,
 * and what opens under the user's hand.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadAllTexts()]);
    return { default: part };
  });
}
