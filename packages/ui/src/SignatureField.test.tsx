// Promise: one signs by drawing or, with the keyboard alone, by typing one's name; the error stands
// where one signs; and the stepper says where one is.
import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { SignatureField } from './SignatureField.tsx';
import { Stepper } from './Stepper.tsx';
import { type Signature, UNSIGNED } from './signature.ts';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const told = vi.fn<(value: Signature) => void>();
const last = (): Signature | undefined => told.mock.lastCall?.[0];

function Page({ error }: { readonly error?: string }): ReactElement {
  const [value, setValue] = useState<Signature>(UNSIGNED);
  const change = (next: Signature): void => {
    told(next);
    setValue(next);
  };
  return <SignatureField value={value} onChange={change} error={error} />;
}

const padOf = (name: RegExp): SVGSVGElement => {
  const pad = screen.getByRole<HTMLElement>('img', { name }) as unknown as SVGSVGElement;
  pad.getBoundingClientRect = () => new DOMRect(10, 20, 300, 100);
  return pad;
};
const touch = (pad: Element, kind: string, at: readonly [number, number], more: object = {}) =>
  fireEvent(
    pad,
    Object.assign(
      new MouseEvent(kind, { bubbles: true, clientX: at[0], clientY: at[1], button: 0 }),
      { pointerId: 1, isPrimary: true, ...more },
    ),
  );

beforeAll(async () => {
  await activateLocale(english);
  await loadAllTexts();
});
afterEach(cleanup);

it('draws what one pointer draws, in units of the pad, and clears it', async () => {
  render(<Page />);
  const pad = padOf(/empty/);
  touch(pad, 'pointermove', [20, 30]);
  touch(pad, 'pointerdown', [20, 30]);
  touch(pad, 'pointerdown', [90, 90], { pointerId: 2, isPrimary: false });
  touch(pad, 'pointermove', [110, 70]);
  touch(pad, 'pointermove', [200, 90], { pointerId: 2 });
  touch(pad, 'pointerup', [110, 70]);
  touch(pad, 'pointermove', [300, 100]);
  expect(last()).toEqual({
    kind: 'drawn',
    strokes: [
      [
        { x: 20, y: 20 },
        { x: 200, y: 100 },
      ],
    ],
  });
  expect(screen.getByRole('img', { name: 'Your drawn signature' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(last()).toEqual(UNSIGNED);
});

it('is signed by the keyboard alone: the name is typed and stands on the line', async () => {
  const { container } = render(<Page />);
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Type your full name instead');
  await userEvent.keyboard('{Enter}');
  const name = screen.getByRole('textbox', { name: 'Your full name' });
  await userEvent.type(name, 'Mara Lindqvist');
  expect(last()).toEqual({ kind: 'typed', name: 'Mara Lindqvist' });
  expect(container.querySelector('text')?.textContent).toBe('Mara Lindqvist');
  expect(name.getAttribute('maxlength')).toBe('100');
  await userEvent.click(screen.getByRole('button', { name: 'Draw it instead' }));
  expect(last()).toEqual(UNSIGNED);
});

it('says what is wrong at the pad, and at the name', async () => {
  render(<Page error="Sign on the line first." />);
  const pad = padOf(/empty/);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('Sign on the line first.');
  expect(pad.getAttribute('aria-describedby')?.split(' ')).toContain(alert.id);
  await userEvent.click(screen.getByRole('button', { name: 'Type your full name instead' }));
  const name = screen.getByRole('textbox', { name: 'Your full name' });
  expect(name.getAttribute('aria-invalid')).toBe('true');
});

it('says which step is the current one, and leads back to those behind it alone', async () => {
  const onGo = vi.fn();
  const steps = ['Details', 'Photos', 'Signature'].map((text) => ({ key: text, text }));
  render(<Stepper label="Identification" steps={steps} at={1} onGo={onGo} />);
  const all = screen.getAllByRole('listitem');
  expect(all.map((one) => one.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Details']);
  await userEvent.click(screen.getByRole('button', { name: 'Details' }));
  expect(onGo).toHaveBeenCalledExactlyOnceWith(0);
});
