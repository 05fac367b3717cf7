import { PATHS } from './paths.ts';

/** A place inside the product that a log-in may lead on to; anything else is refused. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || /^\/[/\\]/.test(next)) return PATHS.market;
  const isAccess = next.startsWith('/pass/') || next.startsWith('/api/');
  return isAccess || /[\\\u0000-\u001F]/.test(next) ? PATHS.market : next;
}
