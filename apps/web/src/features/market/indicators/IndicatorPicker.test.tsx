// Promise: indicators are put on, taken off and given their numbers, within bounds.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { speak } from '../../../testing/speak.ts';
import { IndicatorPicker } from './IndicatorPicker.tsx';

function Kept({ first, onText }: { first: string; onText: (text: string) => void }) {
  const [chosen, setChosen] = useState(first);
  return (
    <IndicatorPicker
      open
      onClose={() => undefined}
      chosen={chosen}
      onChosen={(text) => {
        onText(text);
        setChosen(text);
      }}
    />
  );
}

function show(first = '') {
  const onText = vi.fn<(text: string) => void>();
  render(<Kept first={first} onText={onText} />);
  return { last: () => onText.mock.calls.at(-1)?.[0] };
}

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
beforeEach(() => speak('en'));
afterEach(cleanup);

it('adds, and adds another of the same with another length', async () => {
  const { last } = show();
  expect(screen.getByText('None yet. Add one below.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add SMA' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add SMA' }));
  expect(last()).toBe('[["sma",20],["sma",40]]');
});

it('removes', async () => {
  const { last } = show('[["sma",20],["rsi",14]]');
  await userEvent.click(screen.getByRole('button', { name: 'Remove SMA 20' }));
  expect(last()).toBe('[["rsi",14]]');
});

it('takes numbers as they are typed and mends what is out of bounds', async () => {
  const { last } = show('[["bollinger",20,2]]');
  const bars = screen.getByRole('textbox', { name: 'Bars' });
  await userEvent.clear(bars);
  await userEvent.type(bars, '35');
  expect(last()).toBe('[["bollinger",35,2]]');
  await userEvent.clear(bars);
  await userEvent.type(bars, '9999');
  await userEvent.tab();
  expect(last()).toBe('[["bollinger",500,2]]');
  const deviations = screen.getByRole('textbox', { name: 'Deviations' });
  await userEvent.clear(deviations);
  await userEvent.type(deviations, '2,5');
  expect(last()).toBe('[["bollinger",500,2.5]]');
});

it('holds eight at most', () => {
  const eight = [3, 4, 5, 6, 7, 8, 9, 10].map((length) => ['sma', length]);
  show(JSON.stringify(eight));
  const [add] = screen.getAllByRole('list').slice(-1);
  for (const button of within(add!).getAllByRole('button')) {
    expect(button).toHaveProperty('disabled', true);
  }
});
