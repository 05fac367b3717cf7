import { type LOCALES, activateLocale, loadAllTexts, localeOf } from '@candor/locales';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DecimalField } from './DecimalField.tsx';

const [english, arabic] = ['en', 'ar'].map((value) => localeOf(value) ?? undefined);

beforeAll(loadAllTexts);
beforeEach(() => activateLocale(english as (typeof LOCALES)[number]));
afterEach(cleanup);

const onValue = vi.fn<(value: string | null) => void>();
const onSubmit = vi.fn<() => void>();

function Field(props: {
  readonly onStep?: (by: -1 | 1) => void;
  readonly start?: string;
}): ReactElement {
  const [value, setValue] = useState<string | null>(props.start ?? '');
  return (
    <form onSubmit={onSubmit}>
      <DecimalField
        label="Lots"
        places={2}
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue(next);
        }}
        onStep={props.onStep}
      />
    </form>
  );
}

const input = (): HTMLInputElement => screen.getByLabelText('Lots');

it('takes a comma, says what it read and hands over plain decimal text', async () => {
  render(<Field />);
  await userEvent.type(input(), '0,5');
  expect(onValue).toHaveBeenLastCalledWith('0.5');
  expect(screen.getByText('Reads as 0.5')).toBeTruthy();
  expect(input().inputMode).toBe('decimal');
});

it('says what is wrong at the field, and hands over nothing', async () => {
  render(<Field />);
  await userEvent.type(input(), '0.125');
  expect(onValue).toHaveBeenLastCalledWith(null);
  expect(screen.getByRole('alert').textContent).toContain('At most 2 decimal places');
  expect(input().getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(input());
  await userEvent.type(input(), 'ten');
  expect(screen.getByRole('alert').textContent).toContain('Enter a number');
});

it('never submits by Enter', async () => {
  onSubmit.mockClear();
  render(<Field />);
  await userEvent.type(input(), '1{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('steps by arrow keys and buttons', async () => {
  const onStep = vi.fn<(by: -1 | 1) => void>();
  render(<Field onStep={onStep} />);
  await userEvent.type(input(), '{ArrowUp}{ArrowDown}');
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(onStep.mock.calls.flat()).toEqual([1, -1, 1]);
});

it('shows a value set from outside in the reader’s separators and keeps digits a float would lose', async () => {
  render(<Field start="12345678901.12" />);
  expect(input().value).toBe('12345678901.12');
  await userEvent.type(input(), '{Backspace}');
  expect(onValue).toHaveBeenLastCalledWith('12345678901.1');
});

it('reads Eastern digits and stays left to right in Arabic', async () => {
  await activateLocale(arabic as (typeof LOCALES)[number]);
  render(<Field />);
  await userEvent.type(input(), '٠٫٢٥');
  expect(onValue).toHaveBeenLastCalledWith('0.25');
  expect(input().dir).toBe('ltr');
});
