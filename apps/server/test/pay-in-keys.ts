import type { UnixMs } from '@candor/kernel';
import { NETWORKS } from '@candor/protocol';
import type { KeySettings } from '../src/cashier/index.ts';
import type { Chain, ChainBlock } from '../src/cashier/index.ts';
import type { TestApp } from './start-app.ts';

/** Account keys of the published words "abandon … about"; their private halves are nowhere here. */
export const TEST_KEYS: KeySettings = {
  ethereum:
    'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
  tron: 'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
  bitcoin:
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
};

const genesis: ChainBlock = { height: 100, hash: 'h100', parentHash: 'h99', at: 0 as UnixMs };

/** A chain on which nothing happens. */
export const QUIET_CHAINS = Object.fromEntries(
  NETWORKS.map((network): [string, Chain] => [
    network,
    {
      network,
      head: async () => genesis,
      blockAt: async (height) => (height === genesis.height ? genesis : null),
      transfersTo: async () => [],
      transaction: async () => ({ state: 'missing' }),
    },
  ]),
) as Readonly<Record<(typeof NETWORKS)[number], Chain>>;

/** Has two people decide every open case of a kind, as the desk would, and carries it out. */
export async function decideAll(
  { app, owner }: Pick<TestApp, 'app' | 'owner'>,
  kind: string,
  verdict: 'approved' | 'rejected' = 'approved',
): Promise<number> {
  const open = await owner.query<{ id: string; people: number }>(
    `select id, people from cases.case where kind = $1 and state <> 'decided'`,
    [kind],
  );
  for (const { id, people } of open) {
    if (people === 2 && verdict === 'approved') {
      await owner.query(
        `update cases.case set state = 'firstYes', first_by = 'b', first_at = now() where id = $1`,
        [id],
      );
    }
    await owner.query(
      `update cases.case set state = 'decided', verdict = $2, decided_by = 'c',
         decided_at = now() where id = $1`,
      [id, verdict],
    );
  }
  await app.cases.carryOutAll();
  return open.length;
}
