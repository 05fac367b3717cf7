import { type Clock, type InstrumentCode, type UnixMs, ensure } from '@candor/kernel';
import type { receipts } from '@candor/protocol';
import { type Market, listDecisions } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import { findDocument, listPublications, publish } from './document-store.ts';
import { type Publication, scheduleOf, specificationsOf } from './documents.ts';

/** What a receipt takes its figures from: hashes, and what its specification says. */
export type NamedDocuments = {
  readonly specification: string;
  readonly schedule: string;
  readonly instrument: receipts.SpecificationDocument;
};

/** The documents receipts name, published for everyone before anything is accepted under them. */
export type Documents = {
  /** Publishes what changed since the last time. */
  publish(): Promise<void>;
  /** The documents of an order accepted at a moment; null where there never was one. */
  named(code: InstrumentCode, acceptedAt: UnixMs): Promise<NamedDocuments | null>;
  /** A document by its hash in hex; null for none. */
  get(hash: string): Promise<receipts.PublishedDocument | null>;
  /** Everything that was published of an instrument. */
  history(code: InstrumentCode): Promise<receipts.PublishedHistory>;
};

/** Documents remembered at once: more than there are instruments. */
const READ_MAX = 1_000;

/** Opens the documents; nothing is published yet. */
export function createDocuments(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'list'>;
  readonly parameters: Pick<Parameters, 'history'>;
}): Documents {
  const { db, clock, market, parameters } = deps;
  /** Of each kind and subject the versions, oldest first; as many as there ever were. */
  let known = new Map<string, Publication[]>();
  const read = new Map<string, receipts.PublishedDocument>();
  let areSpecificationsOut = false;
  let schedule = '';
  let publishing: Promise<void> = Promise.resolve();

  const keyOf = ({ kind, subject }: Pick<Publication, 'kind' | 'subject'>): string =>
    `${kind} ${subject}`;

  async function reload(): Promise<void> {
    known = Map.groupBy(await listPublications(db), keyOf);
  }

  async function publishChanged(): Promise<void> {
    const now = scheduleOf(parameters);
    if (areSpecificationsOut && now.hash === schedule) return;
    await reload();
    const wanted = areSpecificationsOut ? [now] : [...specificationsOf(market.list()), now];
    const changed = wanted.filter((one) => known.get(keyOf(one))?.at(-1)?.hash !== one.hash);
    if (changed.length > 0) {
      await db.transaction((tx) => publish(tx, changed, clock.now()));
      await reload();
    }
    areSpecificationsOut = true;
    schedule = now.hash;
  }

  function publishNow(): Promise<void> {
    const turn = publishing.then(publishChanged, publishChanged);
    publishing = turn.catch(() => undefined);
    return turn;
  }

  const versionsOf = (kind: Publication['kind'], subject: string): readonly Publication[] =>
    known.get(keyOf({ kind, subject })) ?? [];

  async function get(hash: string): Promise<receipts.PublishedDocument | null> {
    const remembered = read.get(hash);
    if (remembered !== undefined) return remembered;
    const body = await findDocument(db, hash);
    if (body === null) return null;
    const document = JSON.parse(body) as receipts.PublishedDocument;
    if (read.size >= READ_MAX) read.clear();
    read.set(hash, document);
    return document;
  }

  return {
    publish: publishNow,
    async named(code, acceptedAt) {
      await publishNow();
      const versions = versionsOf('specification', code);
      // What was accepted before anything was published stands under the first there was.
      const version = versions.findLast(({ since }) => since <= acceptedAt) ?? versions[0];
      if (version === undefined) return null;
      const found = ensure(await get(version.hash), 'what was published is kept');
      const instrument = found as receipts.SpecificationDocument;
      return { specification: version.hash, schedule, instrument };
    },
    get,
    async history(code) {
      await publishNow();
      const decided = await listDecisions(db, code);
      const shown = ({ hash, since }: Publication) => ({ hash, since });
      return {
        schema: 'candor-published/1',
        code,
        specifications: versionsOf('specification', code).map(shown),
        schedules: versionsOf('schedule', '').map(shown),
        restrictions: decided.map(({ status, at }) => ({ status, at: at as UnixMs })),
      };
    },
  };
}
