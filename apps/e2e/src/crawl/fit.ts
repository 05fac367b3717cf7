/**
 * What is measured inside a page beside the crawl's look: whether each control stands in its pane and
 * is large enough to be hit, whether a text that is cut can be read elsewhere, and whether parts stand
 * on one another. These functions run in the page; `in-page.ts` says how.
 */
import { inPage } from './in-page.ts';

type Box = { left: number; top: number; right: number; bottom: number };
type Piece = { element: Element; text: string; box: Box; lines: Box[] };

/** Those of `in-page.ts`, which stand beside these in the page. */
declare const CONTROLS: string;
declare function factsOf(element: Element): {
  readonly box: Box;
  readonly position: string;
  readonly isInline: boolean;
  readonly overflow: { readonly x: string };
  readonly isShort: boolean;
  readonly layer: Element | null;
};
declare function isSeen(element: Element): boolean;
declare function nameOf(element: Element, text: string): string;
declare function intersect(a: Box, b: Box): Box;
declare function fateOf(element: Element, box: Box): { left: Box; cut: string | null };
declare function piecesOf(): Piece[];

/**
 * Controls a person can see and press: under an open dialog nothing can be. What is hidden from who hears a page, such
 * as the marks over a chart, is one more way to what the page has elsewhere.
 */
function controlsOf(): Element[] {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  return [...top.querySelectorAll(CONTROLS)].filter(
    (element) =>
      isSeen(element) &&
      !(element as HTMLInputElement).disabled &&
      element.closest('[aria-hidden="true"]') === null,
  );
}

/**
 * Controls that stand out of the part of the page they belong to, to its sides. A row that scrolls by
 * itself fades at its end, and one of cards that snap shows the next of them; whatever else is higher, and
 * a table, keep their controls in sight.
 */
function findOutside(): string[] {
  // Two lines of controls. @units pixels
  const rowMax = 100;
  const panes = 'section, aside, header, footer, main, form, dialog, fieldset, td, li, dd';
  return controlsOf().flatMap((control) => {
    const { left, right } = inkOf(control);
    const isInTable = control.closest('table') !== null;
    let frame = frameOf(control);
    for (let at = control.parentElement; at !== null; at = at.parentElement) {
      // What has a place of its own on the card around stands in that card.
      if (frame !== null && at !== frame) continue;
      frame = frameOf(at);
      const { box, overflow, position } = factsOf(at);
      const isPane = at.matches(panes) && (!at.matches('li, dd') || isDrawn(at));
      const isScrolled = overflow.x === 'auto' || overflow.x === 'scroll';
      const isRow = at.clientHeight < rowMax || getComputedStyle(at).scrollSnapType.startsWith('x');
      if (isScrolled && isRow && !isInTable) return [];
      const isOut = left < box.left - 1.5 || right > box.right + 1.5;
      if (isOut && (isPane || isScrolled)) {
        return [`control ${nameOf(control, control.textContent)}: out of its ${at.localName}`];
      }
      if (position === 'fixed' || isScrolled) return [];
    }
    return [];
  });
}

/** What an element is placed in, where that is not what it stands in. */
function frameOf(element: Element): Element | null {
  return factsOf(element).position === 'absolute' ? (element as HTMLElement).offsetParent : null;
}

/** Whether the sides of an element can be seen: of a row in a card they cannot, and the card is the part of the page. */
function isDrawn(element: Element): boolean {
  const { backgroundColor, borderLeftWidth, boxShadow } = getComputedStyle(element);
  return (
    backgroundColor !== 'rgba(0, 0, 0, 0)' || borderLeftWidth !== '0px' || boxShadow !== 'none'
  );
}

/** What is seen of a control from side to side: of one without a ground and an edge, its words. */
function inkOf(control: Element): { readonly left: number; readonly right: number } {
  const { left, right } = factsOf(control).box;
  const style = getComputedStyle(control);
  const isBare = style.backgroundColor === 'rgba(0, 0, 0, 0)' && style.boxShadow === 'none';
  if (!isBare) return { left, right };
  const [start, end] = [style.paddingLeft, style.paddingRight].map((text) =>
    Number.parseInt(text, 10),
  );
  return { left: left + (start ?? 0), right: right - (end ?? 0) };
}

/** Texts wider than the box that carries them; an ellipsis is enough where a title says the rest. */
function findClipped(): string[] {
  return piecesOf().flatMap(({ element, text, box }) => {
    let carrier = element;
    while (factsOf(carrier).isInline && carrier.parentElement !== null) {
      carrier = carrier.parentElement;
    }
    const { box: around, overflow, isShort } = factsOf(carrier);
    const isWide = box.left < around.left - 1.5 || box.right > around.right + 1.5;
    const isScrolled = overflow.x === 'auto' || overflow.x === 'scroll';
    if (!isWide || isScrolled) return [];
    if (isShort && element.closest('[title]') !== null) return [];
    return [`text ${nameOf(carrier, text)}: ${isShort ? 'short without a title' : 'clipped'}`];
  });
}

/** Controls that stand on one another, and those on words of the form they are in. */
function findPiled(): string[] {
  const controls = controlsOf()
    .filter((control) => !control.matches('label *, [role=slider]') || control.matches('button, a'))
    .flatMap((element) => {
      const name = nameOf(element, element.textContent);
      // A link that breaks has a box for each of its lines: around them stand other words.
      const lines = factsOf(element).isInline ? [...element.getClientRects()] : [];
      const boxes = lines.length > 1 ? lines : [factsOf(element).box];
      return boxes.map((box) => ({ element, name, box: fateOf(element, box).left }));
    });
  const texts = piecesOf().flatMap(({ element, text, lines }) =>
    lines.map((line) => ({
      element,
      box: fateOf(element, line).left,
      name: nameOf(element, text),
    })),
  );
  return controls.flatMap((one, at) =>
    [...controls.slice(at + 1), ...texts].flatMap((other) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
      // A control may take presses around it, but not where others are, nor over words of its form.
      const isControl = other.element.matches(CONTROLS);
      if (!isControl && one.element.closest('form') !== other.element.closest('form')) return [];
      if (!isControl && one.element.closest('form') === null) return [];
      if (factsOf(one.element).layer !== factsOf(other.element).layer) return [];
      const both = intersect(one.box, other.box);
      const isPiled = both.right - both.left > 2 && both.bottom - both.top > 2;
      return isPiled ? [`${one.name} and ${other.name} stand on one another`] : [];
    }),
  );
}

/**
 * Whether a press somewhere near lands on a control: a finger takes more room than the ink does, and
 * what is around it may belong to it.
 */
function findSmall(): string[] {
  const least = innerWidth > 1000 ? 24 : 44;
  // WCAG 2.5.8: what stands in a line of other words is as high as that line.
  const isInSentence = (element: Element): boolean => {
    const display = (one: Element): string => getComputedStyle(one).display;
    let around = element.parentElement;
    while (around !== null && display(around) === 'inline') around = around.parentElement;
    if (around === null || !['inline', 'inline-block'].includes(display(element))) return false;
    const own = [...around.querySelectorAll(CONTROLS)].map(({ textContent }) => textContent);
    const words = own.reduce((text, one) => text.replace(one, ''), around.textContent);
    return display(around) === 'block' && /\p{L}{2}/u.test(words);
  };
  return controlsOf().flatMap((control) => {
    const labels = [...((control as HTMLInputElement).labels ?? [])];
    const parts = [control, ...labels].filter((part) => part.getClientRects().length > 0);
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const wide = Math.max(...boxes.map(({ width }) => width));
    const high = Math.max(...boxes.map(({ height }) => height));
    if ((wide > least - 0.5 && high > least - 0.5) || isInSentence(control)) return [];
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
    const hits = (x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && parts.some((part) => part.contains(hit));
    };
    // How far presses are taken from the middle on, to both sides together: what is around may be no middle of it.
    const reach = (x: number, y: number): number => {
      let far = 0;
      while (far < least && hits(middle.x + x * (far + 1), middle.y + y * (far + 1))) far += 1;
      return far;
    };
    const isWide = wide > least - 0.5 || reach(-1, 0) + reach(1, 0) > least - 2.5;
    const isHigh = high > least - 0.5 || reach(0, -1) + reach(0, 1) > least - 2.5;
    if (isWide && isHigh) return [];
    const size = `${Math.round(wide)} × ${Math.round(high)}`;
    return [`target ${nameOf(control, control.textContent)}: ${size}, under ${least}`];
  });
}

/** What is wrong with where things stand in this window. @shape a script that answers short lines */
export const FIT = inPage(
  [controlsOf, isDrawn, inkOf, frameOf, findOutside, findClipped, findPiled, findSmall],
  `[...new Set([
    ...lookAround().faults,
    ...findOutside(),
    ...findClipped(),
    ...findPiled(),
    ...findSmall(),
  ])]`,
);
