import { type Clock, type InstrumentCode, type UnixMs, ensure } from '@candor/kernel';
import type { receipts } from '@candor/protocol';
import {
  type Market,
  type SpecificationVersion,
  type Specifications,
  listDecisions,
} from '../market/index.ts';
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
  readonly specifications: Pick<Specifications, 'versions'>;
  readonly parameters: Pick<Parameters, 'history'>;
}): Documents {
  const { db, clock, market, specifications, parameters } = deps;
  /** Of each kind and subject the versions, oldest first; as many as there ever were. */
  let known = new Map<string, Publication[]>();
  const read = new Map<string, receipts.PublishedDocument>();
  /** What was decided of instruments, as it is published; null before anything is. */
  let decided: readonly SpecificationVersion[] | null = null;
  let schedule = '';
  let publishing: Promise<void> = Promise.resolve();

  const keyOf = ({ kind, subject }: Pick<Publication, 'kind' | 'subject'>): string =>
    `${kind} ${subject}`;

  async function reload(): Promise<void> {
    known = Map.groupBy(await listPublications(db), keyOf);
  }

  /** Publishes what was decided of instruments, with the moment from which it is in force. */
  async function publishDecided(versions: readonly SpecificationVersion[]): Promise<void> {
    const wanted = versions.flatMap(({ instrument, from }) => {
      const [document] = specificationsOf([instrument], market.list());
      if (document === undefined) return [];
      const isOut = (known.get(keyOf(document)) ?? []).some(({ since }) => since === from);
      return isOut ? [] : [{ document, from }];
    });
    if (wanted.length === 0) return;
    await db.transaction(async (tx) => {
      for (const { document, from } of wanted) await publish(tx, [document], from);
    });
    await reload();
  }

  async function publishChanged(): Promise<void> {
    const now = scheduleOf(parameters);
    const versions = specifications.versions();
    if (decided === versions && now.hash === schedule) return;
    await reload();
    if (decided !== versions) await publishDecided(versions);
    const at = clock.now();
    const wanted = decided === null ? [...specificationsOf(market.list()), now] : [now];
    const changed = wanted.filter((one) => {
      const before = known.get(keyOf(one))?.findLast(({ since }) => since <= at);
      return before?.hash !== one.hash;
    });
    if (changed.length > 0) {
      await db.transaction((tx) => publish(tx, changed, at));
      await reload();
    }
    decided = versions;
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
