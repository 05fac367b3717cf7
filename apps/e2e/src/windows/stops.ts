import { readFileSync } from 'node:fs';
import { settled, waitingCalls } from '../crawl/moves.ts';
import { type Stop, stopsOf } from '../crawl/routes.ts';
import type { Visitor } from '../support/browser.ts';
import type { Member } from '../support/desk.ts';

const DESK_PATHS = new URL('../../../desk/src/lib/paths.ts', import.meta.url);

const stopAt = (name: string, path: string): Stop => ({ name, path, isPrivate: true });

/** What kind of address it is: its pages alike, whichever order, plan or case they show. */
const shapeOf = (address: string): string =>
  address.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9A-HJKMNP-TV-Z]{4,}\b[^/?&]*/g, '*');

/**
 * Addresses that the pages of these stops lead to and that no stop has: of each page one of each kind, such as the
 * page of one loan from the list of them.
 */
async function ledTo(visitor: Visitor, stops: readonly Stop[]): Promise<Stop[]> {
  const { page } = visitor;
  const waiting = waitingCalls(page);
  const known = new Set(stops.map(({ path }) => path));
  const found: Stop[] = [];
  for (const { name, path } of stops) {
    await visitor.open(path);
    await settled(page, waiting);
    const addresses = await page
      .locator('main a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const address of addresses) {
      const shape = `${name} → ${shapeOf(address)}`;
      if (known.has(address) || known.has(shape)) continue;
      known.add(address).add(shape);
      if (address !== shapeOf(address)) found.push(stopAt(shape, address));
    }
  }
  return found;
}

/** Pages where what a user did stands, and ways in that only an address has. */
export async function stopsOfHolder(visitor: Visitor): Promise<Stop[]> {
  const pages = stopsOf().filter(
    ({ path, isPrivate, prepare }) =>
      (isPrivate || /^\/(?:trading|loan|nfts|cruuency|service)/.test(path)) &&
      prepare === undefined,
  );
  const own = [
    ...pages,
    stopAt('a deposit', '/profile/balance?flow=deposit'),
    stopAt('a withdrawal', '/profile/balance?flow=withdraw'),
    stopAt('own tokens', '/nfts?view=mine'),
  ];
  return [...own, ...(await ledTo(visitor, own))];
}

/** Every page of the desk, one case of each kind that is there, and what the pages lead to. */
export async function stopsOfDesk(visitor: Visitor, opener: Member): Promise<Stop[]> {
  const rows = readFileSync(DESK_PATHS, 'utf8').matchAll(/^ {2}(\w+): \{\s+path: '([^']+)'/gm);
  const pages = [...rows].map(([, name = '', path = '']) => stopAt(name, path));
  const queries = [{}, { state: 'decided' }] as const;
  const lists = await Promise.all(queries.map((query) => opener.ask('cases.list', { query })));
  const kinds = Map.groupBy(
    lists.flatMap(({ records }) => records),
    ({ kind }) => kind,
  );
  const cases = [...kinds].flatMap(([kind, [one]]) =>
    one === undefined ? [] : [stopAt(`a case of ${kind}`, `/cases/${one.id}`)],
  );
  const proposals = ['adjustment', 'houseFunding', 'takeOut'].map((kind) =>
    stopAt(`propose ${kind}`, `/propose/${kind}`),
  );
  const searched = stopAt('users found', '/users?q=did.everything');
  const own = [...pages, searched, ...cases, ...proposals];
  return [...own, ...(await ledTo(visitor, own))];
}
