import { createTryStore } from '../../platform/credentials/tries.ts';

/** Refused log-ins by name, network and device. */
export const LOGIN_TRIES = createTryStore('accounts.refused_try');
