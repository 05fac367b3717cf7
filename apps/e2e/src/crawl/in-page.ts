/**
 * What is looked at inside a page. These functions run there, not here: they are sent as text, know
 * one another by name and nothing else of this program.
 */

/** A text of the page: as it stands, and where. */
export type Said = {
  readonly text: string;
  /** `text`, or the attribute it stands in; `page` is the browser's title. */
  readonly where: 'text' | 'label' | 'placeholder' | 'title' | 'alt' | 'page';
};

/** What one look at a page found. */
export type Seen = {
  readonly lang: string;
  readonly dir: string;
  readonly said: readonly Said[];
  /** Short lines about what is cut, covered or empty. */
  readonly faults: readonly string[];
};

type Box = { left: number; top: number; right: number; bottom: number };
/** Those of one look: it stands inside the script that is sent. */
declare const FACTS: Map<Element, Facts>;

type Piece = { element: Element; text: string; box: Box; lines: Box[] };

/** What one element is and does to those inside it, as it stands during one look. */
type Facts = {
  readonly box: Box;
  readonly position: string;
  /** Whether it, or what it stands in, is a pixel small: words for screen readers alone. */
  readonly isTiny: boolean;
  readonly isInline: boolean;
  readonly overflow: { readonly x: string; readonly y: string };
  /** Whether an ellipsis says that there is more. */
  readonly isShort: boolean;
  /** What floats over the page, and so covers it on purpose. */
  readonly layer: Element | null;
};

/**
 * A page holds still during a look, and every text asks about all that it stands in: without this
 * the same elements were measured hundreds of times.
 */
function factsOf(element: Element): Facts {
  const known = FACTS.get(element);
  if (known !== undefined) return known;
  const around = element.parentElement === null ? null : factsOf(element.parentElement);
  const style = getComputedStyle(element);
  const { position } = style;
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const isFloating =
    position === 'fixed' || position === 'sticky' || element.matches('dialog, [popover]');
  const facts = {
    box: { left, top, right, bottom },
    position,
    isTiny: (around?.isTiny ?? false) || (width <= 1 && height <= 1 && position === 'absolute'),
    isInline: style.display === 'inline',
    overflow: { x: style.overflowX, y: style.overflowY },
    isShort: style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none',
    layer: isFloating ? element : (around?.layer ?? null),
  };
  FACTS.set(element, facts);
  return facts;
}

/** Whether a sighted user can see it. */
function isSeen(element: Element): boolean {
  const all = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  return element.checkVisibility(all) && !factsOf(element).isTiny;
}

function nameOf(element: Element, text: string): string {
  const shown = text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  const classes = (element.getAttribute('class') ?? '').slice(0, 60);
  return `“${shown}” in ${element.tagName.toLowerCase()} ${classes}`;
}

const intersect = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/**
 * What becomes of a box on its way up to the window: which part of it is left, and what cuts it.
 * Whatever scrolls can be scrolled to, and an ellipsis says that there is more.
 */
function fateOf(element: Element, whole: Box): { left: Box; cut: string | null } {
  const slack = { x: 1.5, y: Math.max(2, (whole.bottom - whole.top) * 0.25) };
  const watched = { x: true, y: true };
  let left = whole;
  let cut: string | null = null;
  /** Cut by nothing before its own frame of reference. */
  let frame: Element | null = null;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at === document.body || at === document.documentElement) break;
    if (frame !== null && at !== frame) continue;
    frame = null;
    const { box, position, isInline, isShort, overflow: both } = factsOf(at);
    for (const axis of ['x', 'y'] as const) {
      const overflow = both[axis];
      if (overflow === 'visible' || isInline) continue;
      const isOut =
        axis === 'x'
          ? whole.left < box.left - slack.x || whole.right > box.right + slack.x
          : whole.top < box.top - slack.y || whole.bottom > box.bottom + slack.y;
      const isScrolled = overflow === 'auto' || overflow === 'scroll';
      if (watched[axis] && isOut && !isShort && !isScrolled) cut ??= `cut by ${nameOf(at, '')}`;
      if (isShort || isScrolled) watched[axis] = false;
      if (isShort) watched.y = false;
      const free = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
      const edge =
        axis === 'x' ? { left: box.left, right: box.right } : { top: box.top, bottom: box.bottom };
      left = intersect(left, { ...free, ...edge });
    }
    if (position === 'fixed') {
      const isOut = whole.top < -slack.y || whole.bottom > innerHeight + slack.y;
      if (watched.y && isOut) cut ??= 'beyond the window';
      break;
    }
    if (position === 'absolute') frame = (at as HTMLElement).offsetParent;
  }
  const isOut =
    whole.left < -slack.x || whole.right > document.documentElement.clientWidth + slack.x;
  if (watched.x && isOut) cut ??= 'beyond the window';
  return { left, cut };
}

/** Every text that is drawn, with the box of each of its lines. */
function piecesOf(): Piece[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (element === null || text.trim() === '') continue;
    if (element.matches('script, style, noscript, template, option, title') || !isSeen(element)) {
      continue;
    }
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width * height > 0);
    if (lines.length === 0) continue;
    const box = range.getBoundingClientRect();
    pieces.push({ element, text, box, lines });
  }
  return pieces;
}

const CONTROLS =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio], [role=switch], [role=checkbox]';

/** Texts and controls that something cuts, or that stand beyond the window. */
function findCut(pieces: readonly Piece[]): string[] {
  const texts = pieces.flatMap(({ element, text, box }) => {
    const { cut } = fateOf(element, box);
    return cut === null ? [] : [`text ${nameOf(element, text)}: ${cut}`];
  });
  const controls = [...document.querySelectorAll(CONTROLS)].filter(isSeen).flatMap((element) => {
    const parent = element.parentElement;
    if (parent === null) return [];
    const { cut } = fateOf(parent, element.getBoundingClientRect());
    return cut === null ? [] : [`control ${nameOf(element, element.textContent)}: ${cut}`];
  });
  return [...texts, ...controls];
}

/** Texts that stand out of the control, badge or cell that carries them. */
function findSpilled(pieces: readonly Piece[]): string[] {
  return pieces.flatMap(({ element, text, box }) => {
    const control = element.closest('button, a[class*="h-"], [role=tab], [role=radio], td, th');
    if (control === null || factsOf(control).isInline) return [];
    // What has a place of its own on the card around does not stand in the control.
    if (factsOf(element).position === 'absolute') return [];
    const { box: around } = factsOf(control);
    const high = (box.bottom - box.top) * 0.25;
    const isOut =
      box.left < around.left - 1.5 ||
      box.right > around.right + 1.5 ||
      box.top < around.top - high ||
      box.bottom > around.bottom + high;
    const { cut, left } = fateOf(element, box);
    const isShort = left.right - left.left < box.right - box.left;
    return isOut && cut === null && !isShort
      ? [`text ${nameOf(element, text)}: out of its ${control.tagName.toLowerCase()}`]
      : [];
  });
}

/** Values and hints that are wider than their field. */
function findShortFields(): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll<HTMLInputElement>('input, select')].flatMap((field) => {
    const isText = !['checkbox', 'radio', 'range', 'hidden', 'file'].includes(field.type);
    if (!isText || !isSeen(field) || pen === null) return [];
    const style = getComputedStyle(field);
    pen.font = style.font;
    const option = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : null;
    const text = option ?? (field.value === '' ? field.placeholder : field.value);
    const padding =
      Number.parseInt(style.paddingLeft, 10) + Number.parseInt(style.paddingRight, 10);
    const room = field.clientWidth - (Number.isNaN(padding) ? 0 : padding);
    const isShort = style.textOverflow === 'ellipsis';
    const wide = Math.round(pen.measureText(text ?? '').width);
    return wide > room + 2 && !isShort
      ? [`field ${nameOf(field, text ?? '')}: ${wide} wide in ${room}`]
      : [];
  });
}

/** Pairs of texts that stand on one another. */
function findOverlaps(pieces: readonly Piece[]): string[] {
  const drawn = pieces
    .flatMap((piece) =>
      piece.lines.map((line) => {
        const { element, text } = piece;
        // Letters fill about the middle of their line.
        const size = Number.parseInt(getComputedStyle(element).fontSize, 10) * 0.35;
        const middle = (line.top + line.bottom) / 2;
        const ink = { ...line, left: line.left, right: line.right };
        const box = {
          left: ink.left + 1,
          right: ink.right - 1,
          top: middle - size,
          bottom: middle + size,
        };
        return { piece, element, text, box: fateOf(element, box).left };
      }),
    )
    .filter(({ box }) => box.right > box.left && box.bottom > box.top)
    .toSorted((a, b) => a.box.top - b.box.top);
  return drawn.flatMap((one, at) => {
    const found: string[] = [];
    for (let next = at + 1; next < drawn.length; next += 1) {
      const other = drawn[next];
      if (other === undefined || other.box.top >= one.box.bottom) break;
      // Parts of one text stand where its line puts them.
      if (other.piece === one.piece) continue;
      const both = intersect(one.box, other.box);
      if (both.right - both.left < 2 || both.bottom - both.top < 2) continue;
      if (factsOf(one.element).layer !== factsOf(other.element).layer) continue;
      found.push(
        `${nameOf(one.element, one.text)} and ${nameOf(other.element, other.text)} overlap`,
      );
    }
    return found;
  });
}

/** Controls without any name. */
function findEmpty(): string[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isSeen).flatMap((control) => {
    const ids = (control.getAttribute('aria-labelledby') ?? '').split(' ');
    const named = [
      control.getAttribute('aria-label'),
      control.title,
      control.textContent,
      ...ids.map((id) => document.getElementById(id)?.textContent),
      ...[...((control as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
      ...[...control.querySelectorAll('img[alt]')].map((image) => image.getAttribute('alt')),
    ];
    const isNamed = named.some((one) => one != null && one.trim() !== '');
    return isNamed ? [] : [`control without a name: ${nameOf(control, control.id)}`];
  });
}

/** Every text a reader meets or hears, without what says itself that it is in another language. */
function readTexts(pieces: readonly Piece[]): Said[] {
  const { lang } = document.documentElement;
  const isOurs = (element: Element): boolean =>
    (element.closest('[lang]')?.getAttribute('lang') ?? lang) === lang &&
    element.closest('[translate=no], code') === null;
  const texts = pieces
    .filter(({ element }) => isOurs(element))
    .map(({ text }) => ({ text, where: 'text' }) as const);
  const attributes = [
    ['aria-label', 'label'],
    ['placeholder', 'placeholder'],
    ['title', 'title'],
    ['alt', 'alt'],
  ] as const;
  const labels = attributes.flatMap(([attribute, where]) =>
    [...document.querySelectorAll(`body [${attribute}]`)]
      .filter((element) => isSeen(element) && isOurs(element))
      .map((element) => ({
        text: element.getAttribute(attribute) ?? '',
        where,
      })),
  );
  const options = [...document.querySelectorAll('option')]
    .filter((option) => isOurs(option))
    .map(({ text }) => ({ text, where: 'text' }) as const);
  const title = { text: document.title, where: 'page' } as const;
  return [title, ...texts, ...options, ...labels].filter(({ text }) => text.trim() !== '');
}

function lookAround(): Seen {
  const { lang, dir, scrollWidth, clientWidth } = document.documentElement;
  const pieces = piecesOf();
  const wide =
    scrollWidth > clientWidth ? [`${scrollWidth} wide in a window of ${clientWidth}`] : [];
  const faults = [
    ...wide,
    ...findCut(pieces),
    ...findSpilled(pieces),
    ...findShortFields(),
    ...findOverlaps(pieces),
    ...findEmpty(),
  ];
  return { lang, dir, said: readTexts(pieces), faults: [...new Set(faults)] };
}

const PARTS = [
  factsOf,
  isSeen,
  nameOf,
  fateOf,
  piecesOf,
  findCut,
  findSpilled,
  findShortFields,
  findOverlaps,
  findEmpty,
  readTexts,
  lookAround,
];

/** A script of these functions and of more, as a page runs it; its value is `answer`. */
export const inPage = (
  more: readonly ((...all: never[]) => unknown)[],
  answer: string,
): string => `(() => {
  const FACTS = new Map();
  const CONTROLS = ${JSON.stringify(CONTROLS)};
  const intersect = ${intersect.toString()};
  ${[...PARTS, ...more].map(String).join('\n')}
  return ${answer};
})()`;

/** The look as a page runs it; its value is what was seen. @shape a script that answers `Seen` */
export const LOOK = inPage([], 'lookAround()');
