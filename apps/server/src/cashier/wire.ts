import type { Host } from '../platform/host.ts';

/** Opens the cashier in a process, room by room. */
export function wireCashier(_host: Host): void {}
