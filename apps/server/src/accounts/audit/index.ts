/**
 * What is written down about an account for its owner: changes of its security, log-ins and refused
 * tries, and the holds of withdrawals that follow a change.
 */
export { deviceOf, maskAddress } from './device.ts';
export { SECURITY_CHANGED, type SecurityChanged } from './events.ts';
export { listHolds, listHoldsOf } from './hold-store.ts';
export { noteLogin, noteRefused, onRefusedUnwritten, writeRefused } from './login-history.ts';
export { listLogins } from './login-store.ts';
export { recordSecurity } from './security-log.ts';
