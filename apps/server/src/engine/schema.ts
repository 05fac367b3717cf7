import type { TickId } from '@candor/kernel';

/** A row of `engine.place`, as far as it is read. */
export type PlaceRow = { readonly tick: TickId };
