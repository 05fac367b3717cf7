import type { UtcDay } from '@candor/kernel';

const TICK_ID = /^(\d{4}-\d{2}-\d{2})\/([1-9]\d{0,15})$/;

/** The place a tick's id names: its UTC day of receipt and its number in it; null when it is none. */
export function placeOf(id: string): { day: UtcDay; seq: number } | null {
  const [, day, seq] = TICK_ID.exec(id) ?? [];
  if (day === undefined || seq === undefined || Number.isNaN(Date.parse(day))) return null;
  return { day: day as UtcDay, seq: Number.parseInt(seq, 10) };
}
