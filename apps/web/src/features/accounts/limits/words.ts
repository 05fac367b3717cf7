import type { MessageKey } from '@candor/locales';
import type { Limit } from './api.ts';

/** Name of what is limited. */
export function kindKey(kind: Limit['kind']): MessageKey {
  return `limits.kind-${kind}`;
}

/** What is counted. */
export function meaningKey(kind: Limit['kind']): MessageKey {
  return `limits.kind-${kind}-means`;
}

/** Name of a period. */
export function periodKey(period: Limit['period']): MessageKey {
  return `limits.period-${period}`;
}
