import { isUuid, ok } from '@candor/kernel';
import { content as protocol } from '@candor/protocol/desk';
import type { Edition, Editor } from '../../content/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

type Names = ReadonlyMap<string, string>;

const withName = <E extends Pick<Edition, 'author'>>(edition: E, names: Names): E => ({
  ...edition,
  author: names.get(edition.author) ?? edition.author,
});

/** Texts of the product: what they say, what they would look like, and how they are published. */
export function contentRoutes(
  route: RouteOfDesk,
  deps: {
    readonly editor: Editor;
    readonly namesOf: (ids: readonly string[]) => Promise<Names>;
  },
): DeskRoute[] {
  const { editor } = deps;
  /** Names of those authors that are members. */
  const namesOf = (editions: readonly Edition[]): Promise<Names> =>
    deps.namesOf([...new Set(editions.map(({ author }) => author))].filter(isUuid));
  return [
    route(protocol.listPages, async () => {
      const pages = await editor.list();
      const names = await namesOf(pages.flatMap(({ editions }) => editions));
      return ok(
        pages.map(({ id, type, isLegal, missing, editions }) => ({
          ...{ id, type, isLegal, missing: [...missing] },
          editions: editions.map(({ language, version, title, at, author, isBehind }) =>
            withName({ language, version, title, at, author, isBehind }, names),
          ),
        })),
      );
    }),
    route(protocol.getPage, async (call) => {
      const found = await editor.page(call.params.id);
      if (!found.ok) return found;
      const { editions, missing, ...page } = found.value;
      const names = await namesOf(editions);
      return ok({
        ...page,
        missing: [...missing],
        editions: editions.map((edition) => withName(edition, names)),
        places: [...editor.places],
      });
    }),
    route(protocol.previewText, async (call) => {
      const { unknownPlaces, ...preview } = editor.preview(call.body);
      return ok({ ...preview, unknownPlaces: [...unknownPlaces] });
    }),
    route(protocol.publishText, async (call) => {
      const { memberId: id, roles } = call.session();
      const by = { id, roles, role: call.acting().role };
      const done = await editor.publish(by, {
        ...call.body,
        action: protocol.publishText.audits,
      });
      if (done.ok) return ok({ id: done.value.id, cases: [...done.value.cases] });
      return done;
    }),
  ];
}
