/** Path of the socket. @source seed §7 */
export const SOCKET_PATH = '/message';

/** Reconnect after an abnormal close, regular check, check after navigation. @source seed §4 */
export const RECONNECT_AFTER_MS = 5_000;
export const SOCKET_CHECK_MS = 30_000;
export const RECONNECT_AFTER_NAVIGATION_MS = 1_000;

/** Close codes of ours; 1013 is "try again later" for a reader that is too slow. */
export const CLOSE_CODES = { unreadable: 4400, ticket: 4401, revoked: 4403, slow: 1013 } as const;

/** Smallest change that is pushed: PnL and percent 0.1, price 0.01. @source seed §9 */
export const PUSH_THRESHOLD = { pnl: '0.1', percent: '0.1', price: '0.01' } as const;
