import type { CallFailure } from './http.ts';

/**
 * Failures that are no answer: nobody knows whether the server did what it was asked, and asking
 * again may bring an answer.
 */
export const UNANSWERED: ReadonlySet<CallFailure['name']> = new Set([
  'network',
  'timeout',
  'internal',
  'unavailable',
  'unknown',
]);
