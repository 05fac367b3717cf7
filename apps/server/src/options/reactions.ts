import type { Bus } from '../platform/commit/bus.ts';
import { OPTIONS_BOUGHT, OPTIONS_SETTLED, type Options, type OptionsChanged } from './index.ts';

/** Keeps the list of what runs in step with what any process bought and settled. */
export function listenOptions(bus: Bus, options: Options): void {
  bus.subscribe(OPTIONS_BOUGHT, ({ changed }: OptionsChanged) => options.watch(changed));
  bus.subscribe(OPTIONS_SETTLED, ({ changed }: OptionsChanged) => options.forget(changed));
}
