import { describe, expect, it } from 'vitest';
import { bandText } from './band-text.ts';

const feeds = { mode: 'live', notice: null, recordedDay: null, recordedSource: null } as const;
const base = {
  mode: 'demo',
  feeds,
  isShort: false,
  isOffline: false,
  dayText: (day: string) => `on ${day}`,
} as const;

describe('bandText', () => {
  it('names simulated prices, and why they run when live ones were asked for', () => {
    const simulated = { ...feeds, mode: 'simulated' } as const;
    expect(bandText({ ...base, feeds: simulated }).key).toBe('band.simulated');
    expect(bandText({ ...base, feeds: simulated, isShort: true }).key).toBe('band.simulated-short');
    const fallback = { ...simulated, notice: 'noVenueAnswered' } as const;
    expect(bandText({ ...base, feeds: fallback }).key).toBe('band.no-venue');
  });

  it('names the day and the source of a recording, and its end', () => {
    const replay = {
      mode: 'replay',
      notice: null,
      recordedDay: '2024-08-08',
      recordedSource: 'Binance',
    } as const;
    expect(bandText({ ...base, feeds: replay })).toEqual({
      key: 'band.replay',
      values: { day: 'on 2024-08-08', source: 'Binance' },
    });
    const ended = { ...replay, notice: 'recordingEnded' } as const;
    expect(bandText({ ...base, feeds: ended }).key).toBe('band.recording-ended');
  });

  it('claims nothing about prices before it knows which run', () => {
    expect(bandText({ ...base, feeds: null }).key).toBe('band.no-feed');
  });

  it('says in real mode whose money it is, and that orders are refused on prices not live', () => {
    expect(bandText({ ...base, mode: 'real' }).key).toBe('band.real-note');
    const simulated = { ...feeds, mode: 'simulated' } as const;
    expect(bandText({ ...base, mode: 'real', feeds: simulated }).key).toBe('band.real-paused');
    const rehearsal = { ...simulated, rehearsal: true } as const;
    expect(bandText({ ...base, mode: 'real', feeds: rehearsal }).key).toBe('band.real-note');
  });

  it('claims nothing of prices or money while nobody answers, in either account', () => {
    for (const mode of ['demo', 'real'] as const) {
      const text = bandText({ ...base, mode, feeds: { ...feeds, mode: 'live' }, isOffline: true });
      expect(text).toEqual({ key: 'band.offline', values: {} });
    }
  });
});
