import { isUuid, ok, unixMs } from '@candor/kernel';
import { content as protocol } from '@candor/protocol/desk';
import type { Edition, Editor, Schedule } from '../../content/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';

type Names = ReadonlyMap<string, string>;
type NoticeLanguage = NonNullable<Schedule['languages']>[number];

const withName = <E extends Pick<Edition, 'author'>>(edition: E, names: Names): E => ({
  ...edition,
  author: names.get(edition.author) ?? edition.author,
});

type Said = { from: number; until: number | null; languages: readonly NoticeLanguage[] | null };

const readSchedule = ({ from, until, languages }: Said): Schedule => ({
  from: unixMs(from),
  until: until === null ? null : unixMs(until),
  languages,
});

const shownSchedule = (schedule: Schedule | null) =>
  schedule === null
    ? null
    : { ...schedule, languages: schedule.languages === null ? null : [...schedule.languages] };

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
        pages.map(({ id, type, isLegal, missing, schedule, editions }) => ({
          ...{ id, type, isLegal, missing: [...missing], schedule: shownSchedule(schedule) },
          editions: editions.map(({ language, version, title, at, author, isBehind }) =>
            withName({ language, version, title, at, author, isBehind }, names),
          ),
        })),
      );
    }),
    route(protocol.getPage, async (call) => {
      const found = await editor.page(call.params.id);
      if (!found.ok) return found;
      const { editions, missing, schedule, ...page } = found.value;
      const names = await namesOf(editions);
      return ok({
        ...page,
        missing: [...missing],
        schedule: shownSchedule(schedule),
        editions: editions.map((edition) => withName(edition, names)),
        places: [...editor.places],
      });
    }),
    route(protocol.previewText, async (call) => {
      const { unknownPlaces, ...preview } = editor.preview(call.body);
      return ok({ ...preview, unknownPlaces: [...unknownPlaces] });
    }),
    route(protocol.scheduleNotice, (call) => {
      const { memberId: id, roles } = call.session();
      const { id: notice, isOver, ...said } = call.body;
      const action = protocol.scheduleNotice.audits;
      const by = { id, roles, role: call.acting().role };
      return editor.schedule(by, { id: notice, schedule: readSchedule(said), isOver, action });
    }),
    route(protocol.publishText, async (call) => {
      const { memberId: id, roles } = call.session();
      const by = { id, roles, role: call.acting().role };
      const done = await editor.publish(by, {
        ...call.body,
        schedule: call.body.schedule === undefined ? undefined : readSchedule(call.body.schedule),
        action: protocol.publishText.audits,
      });
      if (done.ok) return ok({ id: done.value.id, cases: [...done.value.cases] });
      return done;
    }),
  ];
}
