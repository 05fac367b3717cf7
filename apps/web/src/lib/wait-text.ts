import { DASH } from '@candor/ui';

const MINUTE = 60_000;
const HOUR_MINUTES = 60;

/** A wait as "2 h 20 min", in the units every language of ours writes alike; a dash for none. */
export function waitText(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return DASH;
  const minutes = Math.max(1, Math.ceil(ms / MINUTE));
  const hours = Math.floor(minutes / HOUR_MINUTES);
  const rest = minutes % HOUR_MINUTES;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
