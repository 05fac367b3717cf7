import type { MessageKey } from '@candor/locales';
import type { OwnCase } from './api.ts';

/** Kinds that are about a user; others are the operator's own. */
const KINDS: Partial<Readonly<Record<OwnCase['kind'], MessageKey>>> = {
  adjustment: 'cases.kind-adjustment',
  accountDisabling: 'cases.kind-disabling',
};

/** What a case is about. */
export const kindKey = (kind: OwnCase['kind']): MessageKey => KINDS[kind] ?? 'cases.kind-other';

const STEPS: Partial<Readonly<Record<OwnCase['steps'][number]['kind'], MessageKey>>> = {
  opened: 'cases.step-opened',
  noted: 'cases.step-noted',
  approved: 'cases.step-approved',
  rejected: 'cases.step-rejected',
  withdrawn: 'cases.step-withdrawn',
  applied: 'cases.step-applied',
  voided: 'cases.step-voided',
};

/** What a line of a timeline says. */
export const stepKey = (kind: OwnCase['steps'][number]['kind']): MessageKey =>
  STEPS[kind] ?? 'cases.step-other';

const REASONS: Readonly<Record<string, MessageKey>> = {
  'mistake-corrected': 'case.reason-mistake-corrected',
  goodwill: 'case.reason-goodwill',
  'not-justified': 'case.reason-not-justified',
  'evidence-missing': 'case.reason-evidence-missing',
};

/** Why a case was decided so; null where its code says no more than the decision itself. */
export const reasonKey = (reason: string | null): MessageKey | null =>
  reason === null ? null : (REASONS[reason] ?? null);
