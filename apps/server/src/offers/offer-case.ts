import { DAY_MS } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms } from '../cases/index.ts';
import { beginSending, findOffer } from './store.ts';

/**
 * An offer to users who asked for offers, decided by another member than the one who wrote it. What is
 * decided on never changes, and is named by its hash.
 */
export const offerCase: KindTerms = {
  name: 'offer',
  letter: 'F',
  deadlineMs: 3 * DAY_MS,
  people: 1,
  roles: { opener: ['content'], maker: ['content', 'risk'], checker: ['content', 'risk'] },
  reasons: CASE_REASONS.offer,
  passkey: true,
  describe: ({ title = '', until = '', page = '', askers = '', text = '', note = '' }) => [
    { key: 'title', as: 'text', value: title },
    { key: 'until', as: 'time', value: until },
    ...(page === '' ? [] : [{ key: 'page', as: 'text', value: page } as const]),
    { key: 'askers', as: 'text', value: askers },
    { key: 'text', as: 'text', value: text },
    { key: 'note', as: 'text', value: note },
  ],
  async apply(tx, { id: caseId, number: caseNumber, facts }, at) {
    const { offer: id = '', hash = '' } = facts;
    const offer = await findOffer(tx, id);
    if (offer === null || offer.hash !== hash) return 'waits';
    // Decided after its own end: there is nobody to be told.
    if (offer.until_at <= at) return 'overtaken';
    await beginSending(tx, { offerId: id, caseId, caseNumber, at });
    return 'done';
  },
};
