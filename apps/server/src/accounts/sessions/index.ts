/**
 * Sessions: their tokens, the cookies and devices that keep them, how they are revoked, and the
 * throttle of log-ins. It knows no credential.
 */
export {
  type CookieName,
  type CookieRules,
  isForeignPage,
  isOwnPage,
  ownOriginOf,
  readCookie,
  writeCookie,
} from '../../platform/http/cookies.ts';
export { clearRefreshToken, type HandOutRules, refreshTokenOf } from './cookie.ts';
export { SESSION_REVOKED, type SessionRevoked } from './events.ts';
export { handOut, handOutEntered, renewed } from './hand-out.ts';
export {
  findDeviceOf,
  findDeviceOfName,
  forgetDevices,
  rememberDevice,
} from './known-device-store.ts';
export { countedApart, type Devices, keepDevice, knownBy } from './known-device.ts';
export { giveBackLoginAttempt, takeLoginAttempt } from './login-throttle.ts';
export { type Presented, refreshSession } from './refresh.ts';
export { createSessionCache } from './session-cache.ts';
export { revokeSessions, keepOnly, type Renewed } from './session-revocation.ts';
export { type EndedBy, findAccess, findAccesses, listLive, lockRefresh } from './session-store.ts';
export { sweepAccounts } from './sweep.ts';
export { beginSession, type Entered, type TokenPair } from './token-pairs.ts';
