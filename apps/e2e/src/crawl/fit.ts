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

/** Controls a person can see and press: under an open dialog nothing can be. */
function controlsOf(): Element[] {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  return [...top.querySelectorAll(CONTROLS)].filter(
    (element) => isSeen(element) && !(element as HTMLInputElement).disabled,
  );
}

/**
 * Controls that stand out of the part of the page they belong to, to its sides. A row that scrolls by
 * itself fades at its end; whatever is higher, and a table, keep their controls in sight.
 */
function findOutside(): string[] {
  // Two lines of controls. @units pixels
  const rowMax = 100;
  const panes = 'section, aside, header, footer, main, form, dialog, fieldset, td, li, dd';
  return controlsOf().flatMap((control) => {
    const { left, right } = factsOf(control).box;
    const isInTable = control.closest('table') !== null;
    for (let at = control.parentElement; at !== null; at = at.parentElement) {
      const { box, overflow, position } = factsOf(at);
      const isPane = at.matches(panes);
      const isScrolled = overflow.x === 'auto' || overflow.x === 'scroll';
      const isRow = at.clientHeight < rowMax;
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
    .map((element) => ({
      element,
      box: fateOf(element, factsOf(element).box).left,
      name: nameOf(element, element.textContent),
    }));
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
    const reach = least / 2 - 1;
    const isWide =
      wide > least - 0.5 || (hits(middle.x - reach, middle.y) && hits(middle.x + reach, middle.y));
    const isHigh =
      high > least - 0.5 || (hits(middle.x, middle.y - reach) && hits(middle.x, middle.y + reach));
    if (isWide && isHigh) return [];
    const size = `${Math.round(wide)} × ${Math.round(high)}`;
    return [`target ${nameOf(control, control.textContent)}: ${size}, under ${least}`];
  });
}

/** What is wrong with where things stand in this window. @shape a script that answers short lines */
export const FIT = inPage(
  [controlsOf, findOutside, findClipped, findPiled, findSmall],
  `[...new Set([
    ...lookAround().faults,
    ...findOutside(),
    ...findClipped(),
    ...findPiled(),
    ...findSmall(),
  ])]`,
);
