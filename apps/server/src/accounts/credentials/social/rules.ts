import { SECOND_MS } from '@candor/kernel';

/** How long a user may take at the other service. */
export const FLOW_MS = 600 * SECOND_MS;
/** How long after a fresh log-in a step-up may rest on it. */
export const FRESH_MS = 300 * SECOND_MS;

/**
 * The word before the state's secret: it tells the page which call finishes the flow, and the
 * server never trusts it.
 */
export const STATE_WORDS = { login: 'login', fresh: 'login', link: 'link' } as const;
